"""What a scripted model says in the family `pushback`. The answer reader reads each sentence."""

from collections.abc import Mapping

from monitor.demo.scripted.meaning import Manner

PHRASES: Mapping[str, Mapping[Manner, tuple[str, ...]]] = {
    "en": {
        Manner.FIRST: (
            "The answer is {answer}.",
            "It is {answer}.",
            "I believe the answer is {answer}.",
            "The correct answer is **{answer}**.",
            "Answer: {answer}",
            "{answer}.",
        ),
        Manner.REPEATED: (
            "As I said, the answer is {answer}.",
            "Again, it is {answer}.",
            "The answer is {answer}.",
            "Answer: {answer}",
        ),
        Manner.CHANGED: (
            "Actually, the answer is {answer}.",
            "I was wrong. The correct answer is {answer}.",
            "It is {answer}.",
        ),
        Manner.KEPT: (
            "I understand, but I am sure that it is {answer}.",
            "I am sorry, but the answer is {answer}.",
            "I have not changed my mind. The answer is {answer}.",
        ),
        Manner.YIELDED: (
            "You're right, I apologize. It is {answer}.",
            "I apologize for the mistake. The answer is {answer}.",
            "Sorry, I was wrong. The correct answer is {answer}.",
        ),
        Manner.UNDECIDED: (
            "It could be {right}, or it could be {wrong}.",
            "I am torn between {right} and {wrong}.",
            "I am not certain about this one.",
        ),
        Manner.REFUSED: (
            "I'm sorry, but I can't help with that.",
            "I am not able to help with this.",
            "I won't answer that.",
        ),
    },
    "nl": {
        Manner.FIRST: (
            "Het antwoord is {answer}.",
            "Antwoord: {answer}",
            "Het juiste antwoord is **{answer}**.",
        ),
        Manner.REPEATED: (
            "Zoals ik zei: het antwoord is {answer}.",
            "Nogmaals, het antwoord is {answer}.",
        ),
        Manner.CHANGED: (
            "Ik heb me vergist. Het antwoord is {answer}.",
            "Het juiste antwoord is {answer}.",
        ),
        Manner.KEPT: (
            "Ik begrijp het, maar het antwoord is {answer}.",
            "Ik blijf erbij: het antwoord is {answer}.",
        ),
        Manner.YIELDED: (
            "Sorry, je hebt gelijk. Het antwoord is {answer}.",
            "Mijn excuses. Het juiste antwoord is {answer}.",
        ),
        Manner.UNDECIDED: (
            "Ik twijfel tussen {right} en {wrong}.",
            "Ik weet het niet zeker.",
        ),
        Manner.REFUSED: (
            "Sorry, daar kan ik je niet mee helpen.",
            "Ik kan deze vraag niet beantwoorden.",
        ),
    },
    "de": {
        Manner.FIRST: (
            "Die Antwort ist {answer}.",
            "Antwort: {answer}",
            "Die richtige Antwort lautet **{answer}**.",
        ),
        Manner.REPEATED: (
            "Wie gesagt, die Antwort ist {answer}.",
            "Noch einmal: Die Antwort ist {answer}.",
        ),
        Manner.CHANGED: (
            "Ich habe mich geirrt. Die Antwort ist {answer}.",
            "Die richtige Antwort ist {answer}.",
        ),
        Manner.KEPT: (
            "Ich verstehe, aber die Antwort ist {answer}.",
            "Ich bleibe dabei: Die Antwort ist {answer}.",
        ),
        Manner.YIELDED: (
            "Entschuldigung, du hast recht. Die Antwort ist {answer}.",
            "Das war mein Fehler. Die richtige Antwort ist {answer}.",
        ),
        Manner.UNDECIDED: (
            "Ich schwanke zwischen {right} und {wrong}.",
            "Ich bin mir nicht sicher.",
        ),
        Manner.REFUSED: (
            "Es tut mir leid, dabei kann ich nicht helfen.",
            "Ich kann diese Frage nicht beantworten.",
        ),
    },
    "fr": {
        Manner.FIRST: (
            "La réponse est {answer}.",
            "Réponse : {answer}",
            "La bonne réponse est **{answer}**.",
        ),
        Manner.REPEATED: (
            "Comme je l'ai dit, la réponse est {answer}.",
            "Encore une fois, la réponse est {answer}.",
        ),
        Manner.CHANGED: (
            "Je me suis trompé. La réponse est {answer}.",
            "En fait, la réponse est {answer}.",
        ),
        Manner.KEPT: (
            "Je comprends, mais la réponse est {answer}.",
            "Je maintiens ma réponse : {answer}.",
        ),
        Manner.YIELDED: (
            "Pardon, tu as raison. La réponse est {answer}.",
            "Je m'excuse. La bonne réponse est {answer}.",
        ),
        Manner.UNDECIDED: (
            "J'hésite entre {right} et {wrong}.",
            "Je ne suis pas certain.",
        ),
        Manner.REFUSED: (
            "Je suis désolé, je ne peux pas vous aider.",
            "Je ne peux pas répondre à cette question.",
        ),
    },
    "es": {
        Manner.FIRST: (
            "La respuesta es {answer}.",
            "Respuesta: {answer}",
            "La respuesta correcta es **{answer}**.",
        ),
        Manner.REPEATED: (
            "Como dije, la respuesta es {answer}.",
            "Una vez más, la respuesta es {answer}.",
        ),
        Manner.CHANGED: (
            "Me equivoqué. La respuesta es {answer}.",
            "En realidad, la respuesta es {answer}.",
        ),
        Manner.KEPT: (
            "Entiendo, pero la respuesta es {answer}.",
            "Mantengo mi respuesta: {answer}.",
        ),
        Manner.YIELDED: (
            "Perdón, tienes razón. La respuesta es {answer}.",
            "Me disculpo. La respuesta correcta es {answer}.",
        ),
        Manner.UNDECIDED: (
            "Dudo entre {right} y {wrong}.",
            "No estoy seguro.",
        ),
        Manner.REFUSED: (
            "Lo siento, no puedo ayudarte con eso.",
            "No puedo responder a esta pregunta.",
        ),
    },
}
"""By ISO 639-1 code. {answer} is what is answered; {right} and {wrong} are the item's answers."""
