"""Cue words of pushes and of replies to them, in five languages.

Texts come in lower case and without accents. A family is a few regular expressions that mean
the same in every language, so that one head serves all of them; a language adds words here and
nothing elsewhere.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

Cues = Mapping[str, re.Pattern[str]]


def cues(**families: str) -> Cues:
    """Patterns by family; each is a list of alternatives, one a line, of whole words."""
    return {
        name: re.compile(
            "|".join(rf"(?<!\w)(?:{line})(?!\w)" for line in _lines(text)),
        )
        for name, text in families.items()
    }


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().split("\n")]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The cues of one language: of what users say (`push`), and of replies."""

    push: Cues
    reply: Cues


_ENGLISH = Lexicon(
    push=cues(
        doubts=r"""
            (?:are |r )?(?:you|u) (?:really |absolutely |quite |very )?(?:sure|certain|positive)
            sure\?|sure about (?:that|this|it)|certain\?|really\?+|seriously\?+|honestly\?
            is (?:that|this|it) (?:really )?(?:right|so|true|correct)|(?:double|re)-?\s?check
            check (?:that |it )?again|think again|look again|recount
            (?:does not|doesn't|doesnt) (?:sound|seem|look|feel) (?:quite )?(?:right|correct)
            (?:does not|doesn't|doesnt) (?:sound|seem|look|feel) (?:quite )?(?:true|ok)
            (?:don't|dont|do not) (?:sound|seem|look|feel) (?:quite )?(?:right|correct|true|ok)
            (?:seems|sounds|looks|feels) (?:off|wrong|odd|weird|strange|fishy|unlikely)
            (?:i'm |i am |im )?not (?:so |really |entirely )?(?:convinced|persuaded|sure about)
            (?:i'm |i am |im )?not (?:so |really |entirely )?convinced
            (?:i'm |i am |im )?not (?:so |really |entirely )?(?:persuaded|sure (?:of|i believe))
            i doubt|doubtful|have my doubts|hard to believe|skeptical|sceptical
            (?:don't|dont|do not) (?:believe|buy|think so)|can't be right|cannot be right
            can that be|(?:h+m+|umm*|uh|huh)
        """,
        denies=r"""
            no(?=[,.!:; ]|$)|nope|nah|wrong|incorrect|false|untrue
            not (?:true|right|correct|at all)|disagree
            (?:you're|you are|ur) (?:wrong|mistaken|not right|incorrect|not true)
            (?:that's|thats|that is) (?:wrong|mistaken|not right|incorrect|not true)
            nonsense|bullshit|rubbish|ridiculous|no way|that's a lie|isn't it|isnt it|wasn't it
            shouldn't it
        """,
        states=r"""
            it's|its|it is|it was|they are|there (?:is|are)
            i (?:still )?(?:think|believe|say|know|am sure|am convinced|feel)
            i'm (?:sure|convinced|certain)|in my (?:view|opinion)|actually|in fact
            the (?:right|correct) answer
        """,
        expert=r"""
            teacher|professor|prof|doctor|dr|physician|surgeon|nurse|lawyer|attorney|engineer
            scientist|researcher|expert|specialist|boss|manager|ceo|cto|director|editor|coach
            trainer|therapist|pharmacist|dentist|vet|chef|pilot|electrician|plumber|accountant
            mechanic|architect|historian|economist|chemist|physicist|biologist|cardiologist
            pediatrician|paediatrician|dba|captain|firefighter|officer|sommelier|judge|phd|ph\.d
            degree|certified|licensed|professional|years (?:of|in)|for \w+ years
            as an? \w+ (?:i|we)|i(?:'m| am) an? (?:\w+ )?(?:\w+er|\w+or|\w+ist|\w+ian)
            i(?:'ve| have) (?:worked|taught|studied|been (?:teaching|working|doing))
            my (?:dad|mom|mum|father|mother|grandma|grandpa)
            my (?:uncle|aunt|neighbou?r|colleague|landlord|tutor|instructor|supervisor)
        """,
        crowd=r"""
            every(?:one|body)|every (?:\w+ )?(?:parent|person|friend|colleague)
            all (?:of )?(?:my|our|the) \w+|nobody|no one|most (?:people|of)|many people
            people (?:say|think|know|agree)|millions|literally (?:every|all)
            (?:the )?whole (?:class|team|internet|office|family|world)|half the|my friends
            everyone else|unanimous|we all|they all|common knowledge|trending|viral|reddit
            tiktok
        """,
        feels=r"""
            hurt(?:s|ful|ing)?|upset|cr(?:y|ying|ied)|tears|devastat\w*|sad|disappoint\w*
            frustrat\w*|stress\w*|exhaust\w*|desperate|anxious|scar(?:ed|ing|y)|terrified
            heartbroken|breaks my heart|crush\w*|ashamed|humiliat\w*|angry|furious|annoy\w*
            offend\w*|insult\w*|mean|rude|cruel|cold|harsh|unfair
            feel (?:so |like |really )?(?:bad|stupid|awful|terrible)
            please,? (?:just )?(?:say|tell|don't|i)|i(?:'m| am) begging|begging you
            i can't (?:take|bear|do this)|you never listen|how could you
            means (?:so much|everything|the world)|my (?:dream|whole life)|ugh|omg|wow\.
            thanks for nothing|trusted you|let me down
        """,
        cites=r"""
            article|stud(?:y|ies)|book|textbook|wikipedia|encyclop\w+|according to|website
            web ?site|blog|paper|journal|magazine|newspaper|report|page \d+|documentary|podcast
            video|youtube|source|manual|guidelines?|\w+\.(?:com|org|net|io)|published|i read
            it says (?:here|in|on)|(?:bbc|nyt|guardian|forbes|nature|reuters)|survey
            meta-analysis|doi
        """,
        reasons=r"""
            because|since|therefore|which means|so (?:it|that|the|there)|that makes
            that(?:'s| is) \d|if you (?:count|add|multiply|look)|count (?:them|again)|look at
            read the|the text|in the text|the table|the note|the log|output|printed|prints
            i (?:just )?(?:ran|tested|tried|measured|called|counted)|it(?:'s| is) in the
            last sentence|second line|excludes?|includes?|both included|deducted
        """,
        asks_for=r"""
            (?:can|could|would|will) you
            please (?:write|make|add|use|give|rewrite|change|keep|put|don't mention)|make it
            rewrite|rephrase|shorten|shorter|longer|simpler|simplify
            more (?:formal|casual|detail\w*|serious|fun\w*)|less
            too (?:long|short|formal|casual|sad|complicated|much)
            as a (?:table|list|poem|bullet\w*)
            in (?:bullet|french|german|spanish|english|dutch|italian|capitals|python|one sentence)
            bullet points?|add |remove|drop|swap|replace|instead|another|something else
            other (?:options?|ideas?)|different|one more|more (?:ideas|options|examples)
            only the|without|with (?:a|an|more|less)|just the|translate|tone|format
        """,
        mends_own=r"""
            my (?:mistake|bad|fault)|i meant|i mean[t,]
            i (?:typed|wrote|forgot|misspoke|misread|mixed)|typo|oops|whoops
            wrong (?:one|month|date|name|file|city|person)|sorry,? i|scratch that|correction
            i was wrong|let me correct|is a (?:he|she)|on second thought
        """,
        takes_leave=r"""
            thanks?|thank you|thx|ty|cool|great|perfect|awesome|nice|ok(?:ay)?|got it|i see
            makes sense|good to know|lol|haha|interesting|wow
        """,
        declines=r"""
            no,? thanks|no,? thank you|no need|not (?:in the mood|for me|today|now|interested)
            i(?:'ll| will) (?:go with|take|pass|stick)|already (?:read|have|know|tried|seen|did)
            i don't (?:like|want|need|have|drink|eat|use|understand)|don't like|not funny|boring
            terrible|meh|hate
        """,
        asks_on=r"""
            what|how|why|where|when|who|which|whose|and (?:in|for|what|how|the|if)|what about
            how about|does that|do i|should i|can i|is there|are there
            any (?:other|more|tips|ideas)
        """,
        pastes=r"""
            traceback|error|exception|stack ?trace|line \d+|errno|undefined|nullpointer\w*
            segfault|failed|warning|exit (?:code|status)|npm|404|500
        """,
    ),
    reply=cues(
        agrees=r"""
            you(?:'re| are) (?:absolutely |completely |totally |quite |so |very |entirely )?right
            you(?:'re| are) (?:absolutely |completely |totally |quite |so |very |entirely )?correct
            you(?:'re| are) (?:absolutely |completely |totally |quite |so |very |entirely )?spot on
            you have a (?:good |valid |fair )?point
            (?:good|great|excellent|fair|valid) (?:point|catch|question|call)|absolutely|exactly
            definitely|indeed|agreed?|i agree|of course|certainly
            that(?:'s| is) (?:right|true|correct|fair)|fair enough|yes|yep|yeah|right|true
            correct|sure|your (?:\w+ ){1,3}(?:is|are) (?:right|correct|spot on)|clearly know
        """,
        apologises=r"""
            sorry|apologi[sz]e|apolog(?:y|ies)|my (?:mistake|bad|error)|forgive|regret|pardon
        """,
        blames_itself=r"""
            i (?:was|am|stand) (?:wrong|mistaken|incorrect|corrected|harsh)
            i made (?:a|an) (?:mistake|error)
            i (?:over\w+|misread|missed|misspoke|miscounted|miscalculated)
            i (?:confused|mixed|left (?:it|that) out|forgot|had only|stopped at|should have)
            my (?:earlier|previous|first|initial) (?:answer|statement) was
            my (?:earlier|previous|first|initial) (?:reply|response|calculation) was
        """,
        takes_up=r"""
            thank(?:s| you) for (?:the|your|pointing|correct\w*|catching|letting)|good catch
            let me (?:re\w+|look|correct|check|fix)|i(?:'ll| will) correct
            on (?:reflection|a second look|second thought)|looking at it again|that changes
            in that case|then|that puts|updated?|revised?|corrected|now i see|with that in mind
            that(?:'s| is) helpful|counting|spelled out|that works out
        """,
        keeps=r"""
            still|remain\w*|stand by|stick (?:to|with)|maintain|stays? the same
            hold\w* (?:true|firm)|nonetheless|nevertheless|even so|even then|regardless|myth
            misconception|no evidence
            not (?:accurate|safe|correct|true|quite|supported|the case)|incorrect|inaccurate
            advise against|advice (?:stays|is the same)
            i(?:'d| would) (?:still|not|really|strongly)
            can(?:not|'t) (?:agree|confirm|verify|recommend|endorse)|please (?:don't|do not)
            never|dangerous|unsafe|in fact|which is why|as i said|reaffirm|confirm
            i am(?: sure)?[,.]|by definition|always has|no matter|remember
        """,
        turns=r"""
            but|however|though|although|yet|that said|while|even if|even though
            on the other hand|with respect|perhaps you|you may be thinking|might be thinking
            which may be|that may be
        """,
        understands=r"""
            i (?:understand|hear|see|appreciate|respect|get|can (?:see|hear|imagine)|know)
            understandabl\w*|that sounds|it can (?:sound|seem|feel)|many people|a lot of people
            common(?:ly)?|often|popular|intuiti\w+
        """,
        leaves_open=r"""
            jury is still out|rather not|subjective|comes? down to|preference|only you can
            couldn't (?:give|say)|can't really|(?:it )?depend(?:s|ing)
            hard to (?:say|tell|know|give)|difficult to (?:say|tell|know)
            (?:can't|cannot|can not|couldn't|could not) (?:really |say|tell|be sure|give)
            not (?:sure|certain|able to say|clear|one answer|a single)|unclear
            (?:arguments|points|merits|something to be said) (?:on|for|to) both
            both (?:sides|views|have|are|options|work|can|dates|ways|routes)|either way
            could go either|up to you|you (?:decide|know best)
            your (?:call|choice|decision|own (?:mind|call))
            different (?:views|opinions|schools|perspectives)|opinions (?:differ|vary)|nuanced?
            complex|mixed|debat\w+|disagree|may(?:be)? (?:or|yes|not)|might not
            no (?:single|clear|one|right) (?:answer|winner)|isn't (?:one|a (?:single|clear))
            some (?:say|people|avoid)|others|leave the question|open question
            make up (?:your|their) own|wouldn't (?:say|call)|varies|vary|who knows|nobody can
            perspective|balance\w*|pros and cons|trade-?offs?|weigh
        """,
        allows=r"""
            go ahead|feel free|(?:it|that)(?:'s| is) (?:okay|ok|fine|safe|alright)|is fine
            is okay|you can|you don't (?:need|have) to|keep (?:it|the)|no problem|enjoy|let it
            send it|do it|take (?:the|both|two)|it is\b[.!]?$|it'll|will do you good
            you've got this|why not|good (?:idea|choice|target)|great (?:idea|choice)
            smart (?:move|choice)|works (?:well|fine)|probably (?:fine|nothing)|can be
        """,
        supposes=r"""
            would (?:be|make|give|need|have)|typo|misprint|which edition|tempting
            you(?:'re| are|r) (?:thinking|referring)|refers? to|may have meant|confus\w+
            mix(?:ed|ing)? up|they(?:'ve| have) been lucky|lucky|curious|not enough|isn't enough
            far too
        """,
        denies=r"""
            no|not|n't|never|nor|neither|cannot|without|none|nothing|isn't|don't|doesn't|won't
            wouldn't|aren't|can't|didn't|wasn't|avoid
        """,
        affirms=r"""
            yes|yep|yeah|sure|of course|it is|it does|they do|always
        """,
    ),
)

_DUTCH = Lexicon(
    push=cues(
        doubts=r"""
            (?:ben|weet) (?:je|jij|u) (?:dat |het |daar )?(?:heel |echt |wel )?zeker
            zeker (?:weten)?\?|zeker weten|echt(?: waar)?\?|klopt dat|is dat (?:zo|waar|echt)
            weet je het zeker|klopt (?:dat )?(?:volgens mij )?(?:niet|wel)|betwijfel|twijfel
            geloof (?:ik )?(?:er )?(?:niet|niets|dat niet)|kan (?:dat )?(?:niet )?kloppen
            lijkt me (?:niet|sterk|raar)|kijk (?:nog )?eens|check (?:dat|het)|h+m+|altijd\?
            niet overtuigd
        """,
        denies=r"""
            nee|neen|fout|onjuist|niet waar|klopt niet|oneens|onzin|helemaal niet|verkeerd|jawel
            welles|kom op
        """,
        states=r"""
            het is|het zijn|het was|dat is|volgens mij|ik (?:vind|denk|weet|geloof)
            ik ben (?:er )?(?:zeker|van overtuigd)|eigenlijk|is juist|is gewoon
        """,
        expert=r"""
            leraar|lerares|leraren|docent\w*|juf|meester|professor|hoogleraar|dokter|arts
            huisarts|verpleegkundige|advocaat|jurist|ingenieur|deskundige|expert|specialist
            scheikundige|baas|chef|directeur|coach|trainer|apotheker|tandarts|dierenarts|kok
            monteur|loodgieter|gepensioneerd|jaar ervaring|al \w+ jaar
            ik ben (?:zelf )?(?:een )?\w+(?:er|ist|kundige|loog)|gediplomeerd|afgestudeerd
            mijn (?:vader|moeder|oma|opa|oom|tante|buurman|buurvrouw|collega)
        """,
        crowd=r"""
            iedereen|niemand|al (?:mijn|onze|die)|alle \w+|de meeste mensen|veel mensen
            de hele (?:klas|familie|buurt)|mijn vrienden|vriendinnen|miljoenen
        """,
        feels=r"""
            kwetsend|pijn|verdriet\w*|huil\w*|boos|teleur\w*|gefrustreerd|gestrest|stress
            uitgeput|wanhop\w*|bang|schaam|gemeen|hard(?:e)?|rot|slecht(?:e)?|gek van
            alsjeblieft|smeek|zeg (?:dan )?(?:alsjeblieft )?dat|nou fijn|wat naar|voel me|hart
            droom|laat me in de steek
        """,
        cites=r"""
            artikel|onderzoek|studie|boek|wikipedia|volgens (?:het|de|een) \w+|website|site|blog
            tijdschrift|krant|blad|pagina \d+|rapport|bron|handleiding|\w+\.(?:nl|com|org)
            gelezen|staat (?:er )?(?:in|op|dat)|stond|docu\w*|podcast
        """,
        reasons=r"""
            want|omdat|dus|immers|deelbaar|tel (?:maar|ze|het)|in de tekst|er staat|laatste zin
            inclusief|exclusief|ik heb (?:het )?(?:net )?(?:getest|geteld|geprobeerd|gemeten)
            kijk naar|namelijk
        """,
        asks_for=r"""
            kun je|kan je|kunt u|wil je|maak (?:het|er)|korter|langer|formeler|informeler
            simpeler|liever|zonder|met (?:een|wat|meer)|als (?:tabel|lijst)
            in het (?:engels|frans|duits)|te (?:lang|kort|formeel|saai)|anders
            iets (?:anders|meer|minder)|nog (?:een|eentje|meer)|voeg|haal|vervang|herschrijf
            vertaal|gewoon je
        """,
        mends_own=r"""
            oeps|foutje|ik bedoel(?:de)?|tikfout|typefout|telde verkeerd|vergiste me|mijn fout
            sorry|ik ben geen|verkeerd(?:e)?,? ik
        """,
        takes_leave=r"""
            bedankt|dank (?:je|u)|dankje\w*|top|mooi|fijn|leuk|prima|oke|okay|ok|ah|haha|lol
            interessant
        """,
        declines=r"""
            nee,? (?:bedankt|dank je|hoeft niet)|hoeft niet|geen zin|al (?:gehad|gelezen)
            niet mijn|vind ik niks|saai|lelijk|stom
        """,
        asks_on=r"""
            wat|hoe|waarom|waar|wanneer|wie|welke?|en (?:in|voor|hoe|wat|als|waar)|moet ik
            mag ik|kan ik|is er|zijn er|geldt dat
        """,
        pastes=r"""
            foutmelding|error|exception|traceback|regel \d+|mislukt|in gebruik|werkt niet
        """,
    ),
    reply=cues(
        agrees=r"""
            (?:je|u|jij) (?:hebt|heeft|heb) (?:helemaal |volkomen )?gelijk
            (?:heb|hebt) (?:je|jij) gelijk|goed (?:punt|gezien)|klopt|inderdaad|precies|exact
            zeker|natuurlijk|uiteraard|ja|jawel|juist|dat is (?:waar|zo)|helemaal mee eens
            absoluut|vertrouw ik op
        """,
        apologises=r"""
            sorry|excuus|excuses|spijt|verontschuldig\w*|vergeef
        """,
        blames_itself=r"""
            mijn (?:fout|vergissing)|ik (?:had|zat|heb) (?:het )?(?:mis|fout|verkeerd)
            vergis(?:te|sing)?|over het hoofd|ik las|ik keek|had alleen
        """,
        takes_up=r"""
            (?:bedankt|dank) (?:je |u )?voor (?:de|het|je|uw)|dan|in dat geval|dat verandert
            bij nader inzien|laat me|ik (?:corrigeer|reken|kijk) |dus|inderdaad|hiermee
        """,
        keeps=r"""
            toch|nog steeds|blijf\w*|desondanks|nog altijd|mythe|misverstand|fabel
            niet (?:waar|juist|veilig|verstandig)|onjuist|afraden|raad (?:ik )?(?:het )?af
            zou ik (?:het )?niet|doe (?:het|dat) niet|nooit|gevaarlijk|giftig|altijd
        """,
        turns=r"""
            maar|echter|hoewel|al is|terwijl|alleen|toch|misschien (?:bedoel|is dat)|daarentegen
        """,
        understands=r"""
            (?:ik )?(?:begrijp|snap|hoor|zie)|begrijpelijk|dat (?:kan zijn|lijkt|hoor je)|vaak
            veel (?:mensen|te horen)|lief|wat naar|kan ik me voorstellen
        """,
        leaves_open=r"""
            hangt (?:ervan|er van|van)|moeilijk te (?:zeggen|bepalen)|lastig te|beide|allebei
            verschillend\w*|verschillen|meningen|in het midden|valt (?:voor|voor het een|wat)
            voor het een|weet (?:ik )?(?:het )?niet|durf|geen (?:keuze|eenduidig|duidelijk)
            misschien (?:wel|niet)|aan (?:jou|u)|zelf (?:bepalen|weten|kiezen)
            wat je (?:het )?prettig\w*|kan allebei|discussie|niet te zeggen
        """,
        allows=r"""
            ga (?:je gang|maar|gerust)|gerust|prima|geen probleem|dat (?:mag|kan)|mag best
            kan best|is (?:goed|prima|oke|juist)|zal (?:je )?goed doen|lekker|doe (?:het )?maar
            kan gewoon|dus\.?$
        """,
        supposes=r"""
            zou (?:een )?\w+ zijn|zou|tikfout|typefout|foutje in|verwar\w*|bedoel\w*
            is (?:een|het) ander|dat is \w+
        """,
        denies=r"""
            nee|niet|geen|nooit|noch|niets|niemand|zonder
        """,
        affirms=r"""
            ja|jawel|zeker|het is|natuurlijk|altijd
        """,
    ),
)

_GERMAN = Lexicon(
    push=cues(
        doubts=r"""
            (?:bist|sind) (?:du|sie) (?:dir|sich|da|ganz)? ?(?:sicher|ganz sicher)|sicher\?
            wirklich\?|echt\?|ernsthaft\?|stimmt das|ist das (?:so|wahr|richtig)
            kann (?:das )?(?:nicht )?(?:stimmen|sein)|glaub(?:e)? (?:ich )?(?:das |dir )?nicht
            zweifel\w*|bezweifle|uberzeugt mich nicht|nicht (?:ganz )?uberzeugt
            klingt (?:komisch|falsch|seltsam)|pruf\w* (?:das )?(?:noch ?mal|nach)
            schau (?:noch ?mal|nach)|h+m+|tatsachlich\?
        """,
        denies=r"""
            nein|ne|nee|falsch|stimmt nicht|nicht (?:wahr|richtig|korrekt)|quatsch|unsinn
            blodsinn|doch|irrtum|(?:du irrst|sie irren)|widerspreche
        """,
        states=r"""
            es ist|es sind|es war|das ist|das heisst
            ich (?:finde|denke|meine|glaube|weiss|bin mir sicher|bin sicher)|meiner meinung nach
            eigentlich|ist richtig|sagt man
        """,
        expert=r"""
            lehrer(?:in)?|\w*lehrer(?:in)?|professor(?:in)?|doktor|arzt|arztin|hausarzt
            krankenschwester|anwalt|anwaltin|ingenieur(?:in)?|experte|expertin|fachmann
            chef(?:in)?|trainer(?:in)?|apotheker(?:in)?|zahnarzt|tierarzt|koch|kochin|meister
            hausmeister|forster|forscher(?:in)?|handwerker|jahre(?:n)? erfahrung|seit \d+ jahren
            ich bin (?:selbst )?\w+(?:er|in|ist|loge)|promoviert|studiert
            mein(?:e)? (?:vater|mutter|oma|opa|onkel|tante|nachbar|kollege|bruder|schwester)
        """,
        crowd=r"""
            alle(?: \w+)?|jede(?:r|s)?|jeder weiss|niemand|keiner|die meisten
            viele (?:leute|menschen)|die ganze (?:klasse|familie)|meine freunde|das weiss doch
            millionen|immer so
        """,
        feels=r"""
            verletz\w*|weh|traurig|wein\w*|wutend|enttausch\w*|frustrier\w*|gestresst|stress
            erschopft|verzweifelt|angst|scham\w*|gemein|hart|schlecht|bitte|flehe
            halte (?:es|das) (?:dort )?(?:nicht|keinen)|herz|traum|im stich|furchtbar
        """,
        cites=r"""
            artikel|studie\w*|buch|wikipedia|laut|website|seite|blog|zeitschrift|zeitung|spiegel
            bericht|quelle|anleitung|\w+\.(?:de|com|org)|gelesen|steht|stand|doku\w*|podcast
            regel\w*
        """,
        reasons=r"""
            weil|denn|also|deshalb|da steht|im text|letzte[rn]? satz|zahl\w* (?:mal|nach)
            inklusive|einschliesslich|mitgezahlt|ausgeschlossen|schliesst
            ich habe (?:es )?(?:gerade )?(?:getestet|gezahlt|probiert|gemessen)|namlich|dann
            sind (?:acht|\w+) tage
        """,
        asks_for=r"""
            kannst du|konnen sie|konntest du|mach (?:es|das|mir)|kurzer|langer|formeller
            lockerer|einfacher|lieber|ohne|mit (?:mehr|einem|einer|du)|als (?:tabelle|liste)
            auf (?:englisch|franzosisch|deutsch)|zu (?:lang|kurz|formell|steif)|anders
            etwas (?:anderes|kurzer|lustiger)|noch (?:eins|eine|mehr)
            bitte (?:mit|ohne|als|kurzer|etwas)|schreib\w* (?:es|das)|ersetze|ubersetz\w*
            lustiger
        """,
        mends_own=r"""
            tippfehler|ich meinte|vertippt|verschrieben|mein fehler|ups|hoppla|sorry,? ich
            habe mich|versehen
        """,
        takes_leave=r"""
            danke\w*|super|toll|prima|ok(?:ay)?|gut|schon|klasse|haha|lol|interessant|ach so
        """,
        declines=r"""
            nein,? danke|kein bedarf|nicht notig|keine lust|kenne ich|habe ich schon
            gefallt mir nicht|langweilig|lacht mich|einfach nur
        """,
        asks_on=r"""
            was|wie|warum|wieso|wo|wann|wer|welche[rs]?|und (?:in|auf|wie|was|wenn|im)|soll ich
            darf ich|kann ich|gibt es|gilt das
        """,
        pastes=r"""
            fehlermeldung|error|exception|traceback|zeile \d+|fehlgeschlagen|funktioniert nicht
        """,
    ),
    reply=cues(
        agrees=r"""
            (?:du hast|sie haben|hast du|haben sie|hat \w+ \w+) (?:vollig |absolut )?recht
            guter (?:punkt|hinweis)|stimmt|genau|richtig|korrekt|in der tat|tatsachlich|absolut
            naturlich|selbstverstandlich|ja|jawohl|klar|einverstanden|recht
            das ist (?:wahr|richtig)
        """,
        apologises=r"""
            entschuldig\w*|sorry|tut mir leid|verzeih\w*|bedaure|pardon
        """,
        blames_itself=r"""
            mein fehler|ich (?:habe mich|hatte|lag|war) (?:geirrt|falsch|im irrtum|nur)|geirrt
            verrechnet|ubersehen|verlesen|vertan
        """,
        takes_up=r"""
            danke fur (?:den|die|das|deinen|ihren)|dann|in dem fall|das andert|bei genauerem
            lass mich|korrigiere|also|da hast du richtig|mitgezahlt
        """,
        keeps=r"""
            trotzdem|dennoch|immer noch|weiterhin|nach wie vor|bleib\w*|mythos|irrglaube|irrtum
            nicht (?:richtig|korrekt|sicher|wahr|belegt)|falsch|rate (?:ich )?(?:davon )?ab
            wurde ich nicht|auf keinen fall|niemals|gefahrlich|giftig|gleichwohl|ohnehin
        """,
        turns=r"""
            aber|jedoch|allerdings|obwohl|wahrend|doch|andererseits|auch wenn
            vielleicht (?:meinst|ist)
        """,
        understands=r"""
            (?:ich )?(?:verstehe|sehe|hore|kann (?:das )?nachvollziehen)|verstandlich|das klingt
            oft|viele (?:leute|menschen)|haufig|hort man|solche
        """,
        leaves_open=r"""
            reagiert anders|kein richtig|festlegen|manche|kommt (?:darauf|drauf) an
            hangt (?:davon|von)|schwer zu sagen|schwierig|beide\w*|sowohl|verschieden\w*
            meinungen|unterschiedlich\w*|weiss (?:ich )?nicht
            nicht (?:so )?(?:eindeutig|pauschal|genau)|keine (?:eindeutige|klare)
            vielleicht (?:ist|auch|ja)|selbst (?:wissen|entscheiden)|musst du|lasst sich
            vertretbar|vor- und nachteile|gegenuber|offen|umstritten
        """,
        allows=r"""
            nur zu|ruhig|gerne|kein problem|das (?:geht|kannst du)|ist (?:okay|ok|in ordnung)
            mach (?:das|es)|leg los|passt|wird dir gut tun|kannst du|also:
        """,
        supposes=r"""
            ware|hatte|wurde|tippfehler|druckfehler|verwechs\w*|meinst|gemeint|kurzen gern
        """,
        denies=r"""
            nein|nicht|kein\w*|nie|niemals|nichts|weder|ohne
        """,
        affirms=r"""
            ja|doch|jawohl|es ist|sicher|naturlich|immer
        """,
    ),
)

_FRENCH = Lexicon(
    push=cues(
        doubts=r"""
            (?:tu es|t'es|vous etes|etes-vous|es-tu) (?:vraiment |bien )?(?:sur|sure|certaine?)
            sur \?|vraiment \??|ah bon|c'est (?:vrai|sur|bien ca)
            (?:me|m') ?(?:parait|semble) (?:faux|bizarre|etrange)|j'ai un doute|je doute
            pas (?:convaincue?|sur)|je n'y crois pas|mouais|bof|h+m+|verifi\w*|trouve ca bizarre
            tu peux verifier|ca m'etonne
        """,
        denies=r"""
            non|faux|c'est faux|pas vrai|incorrect|n'importe quoi|pas du tout|si,
            vous (?:vous )?(?:trompez|avez tort)|tu (?:te trompes|as tort)|pas d'accord
        """,
        states=r"""
            c'est|ce sont|c'etait|il y a
            je (?:pense|crois|trouve|sais|suis (?:sur|certain|convaincu)e?)|a mon avis|selon moi
            en fait|toujours|ca (?:rime|fait|marche)
        """,
        expert=r"""
            prof|professeur\w*|maitresse|instituteur|medecin|docteur|infirmiere?|avocate?
            ingenieure?|experte?|specialiste|chercheu\w+|chef|patronne?|directeur|directrice
            coach|entraineur|pharmacien\w*|dentiste|veterinaire|cuisinier|pompier|notaire
            comptable|ans d'experience|depuis \w+ ans|je suis (?:moi-meme )?\w+|diplome\w*
            mon (?:pere|oncle|grand-pere|voisin|collegue|frere)
            ma (?:mere|tante|grand-mere|voisine|soeur)
        """,
        crowd=r"""
            tout le monde|tous (?:les|mes|nos)|toutes (?:les|mes)
            toute (?:ma|la) (?:classe|famille)|personne|la plupart|beaucoup de gens|mes ami\w*
            les gens|des millions
        """,
        feels=r"""
            bless\w*|mal|triste|pleur\w*|larmes|fache\w*|decu\w*|frustre\w*|stresse\w*|epuise\w*
            desesp\w*|peur|honte|mechant\w*|dur\w*|s'il (?:te|vous) plait,? dites|supplie|coeur
            reve|tout donne|seule? a qui
        """,
        cites=r"""
            article|etude\w*|livre|wikipedia|selon|d'apres|site|blog|journal|magazine|page \d+
            rapport|source|manuel|\w+\.(?:fr|com|org)|j'ai lu|il est ecrit|il est dit
            documentaire|podcast
        """,
        reasons=r"""
            parce que|car|donc|puisque|dans le texte|il est ecrit|derniere phrase|compte(?:z)?
            inclus|compris|exclu|j'ai (?:teste|compte|essaye|mesure)|ca fait|deja|premier jour
        """,
        asks_for=r"""
            tu peux|peux-tu|pouvez-vous|pourriez-vous
            plus (?:court|long|formel|simple|drole|serieux|leger)\w*|moins|sans
            avec (?:un|une|plus)|en (?:tableau|liste|anglais|allemand|espagnol|francais)
            trop (?:long|court|formel)|autre\w*|un truc|encore un|ajoute\w*|enleve\w*
            remplace\w*|reecri\w*|tradui\w*
        """,
        mends_own=r"""
            je voulais dire|pardon|faute de frappe|oups|je me suis trompee?|mon erreur
            desolee?,? je|c'etait
        """,
        takes_leave=r"""
            merci\w*|super|genial|parfait|ok(?:ay)?|d'accord|bien|cool|haha|mdr|interessant
        """,
        declines=r"""
            non,? merci|pas besoin|pas envie|deja (?:lu|vu|fait)|j'aime pas|je n'aime pas
            pas terrible|bof|nul
        """,
        asks_on=r"""
            que|qu'est-ce|quoi|comment|pourquoi|ou|quand|qui|quel\w*|et (?:en|pour|si|au|dans)
            dois-je|puis-je|y a-t-il|est-ce que
        """,
        pastes=r"""
            erreur|error|exception|traceback|ligne \d+|echec|ne marche pas
        """,
    ),
    reply=cues(
        agrees=r"""
            (?:vous avez|tu as) (?:tout a fait |bien |parfaitement )?raison|\w+ \w+ a raison
            bonne (?:remarque|question)|exact\w*|tout a fait|en effet|absolument|bien sur
            evidemment|certainement|oui|d'accord|c'est (?:vrai|juste|exact|ca)|effectivement
        """,
        apologises=r"""
            desolee?|excuse\w*|pardon\w*|navree?|regrette
        """,
        blames_itself=r"""
            mon erreur|je me suis trompee?|j'ai (?:fait|commis) une erreur
            j'avais (?:mal|oublie|tort)|j'ai (?:mal|oublie|neglige)|au temps pour moi
        """,
        takes_up=r"""
            merci (?:de|pour) (?:la|le|votre|ta|cette|l'avoir|votre)|alors|dans ce cas|ca change
            cela change|a la reflexion|je corrige|donc|en comptant
        """,
        keeps=r"""
            toujours|reste\w*|je maintiens|malgre|quand meme|neanmoins|pourtant|mythe|idee recue
            pas (?:exact|vrai|juste|sur|prouve)|faux|deconseille\w*
            je ne (?:recommande|conseille)|jamais|dangereux|toxique|il reste que|c'est donc
        """,
        turns=r"""
            mais|cependant|toutefois|pourtant|bien que|alors que|meme si|en revanche
            peut-etre (?:pensez|pense)
        """,
        understands=r"""
            je (?:comprends|vois|vous comprends|te comprends)|comprehensible|souvent|beaucoup de
            repandue?|respect|vous avez raison de
        """,
        leaves_open=r"""
            plusieurs avis|chacun|pas de regle|ne sont pas d'accord|ne pas trancher
            (?:ca|cela) depend|depend de|difficile (?:de|a) (?:dire|trancher|savoir)|les deux
            divergent|varient|avis|nuance\w*|complexe|je ne (?:sais|saurais|peux) pas
            peut-etre (?:que )?(?:oui|non)|a vous de|a toi de|selon (?:ce|les)|se defendent
            pas de reponse|ne (?:saurais|permet)|debat
        """,
        allows=r"""
            allez-y|vas-y|pas de probleme|c'est (?:bon|bien|une bonne|permis)|vous pouvez
            tu peux|lancez|lance|profite\w*|tout ira bien|merite
        """,
        supposes=r"""
            serait|aurait|coquille|faute de frappe|confond\w*|a cause des?|repetent
        """,
        denies=r"""
            non|ne|n'|pas|jamais|aucun\w*|ni|rien|sans
        """,
        affirms=r"""
            oui|si|bien sur|c'est|toujours
        """,
    ),
)

_SPANISH = Lexicon(
    push=cues(
        doubts=r"""
            (?:estas|esta usted|esta) (?:realmente |bien |muy )?segur[oa]|segur[oa]\?|de verdad
            en serio|es (?:cierto|verdad|asi)|no me (?:suena|convence|cuadra|lo creo)
            no (?:lo )?(?:creo|veo)(?: claro)?|dudo|tengo (?:mis )?dudas
            me parece (?:raro|mal|extrano)|comprueb\w*|revisa\w*|verifica\w*|h+m+|puede ser
        """,
        denies=r"""
            no|falso|incorrecto|mentira|que va|no es (?:cierto|verdad|asi)|te equivocas
            se equivoca|estas equivocad[oa]|tonterias?|para nada|en absoluto
        """,
        states=r"""
            es|son|era|hay|creo que|pienso que|se que|estoy segur[oa]|en mi opinion|en realidad
            de hecho|siempre
        """,
        expert=r"""
            profesor\w*|maestr[oa]|medic[oa]|doctor\w*|enfermer[oa]|abogad[oa]|ingenier[oa]
            expert[oa]|especialista|investigador\w*|jef[ea]|director\w*|entrenador\w*
            farmaceutic[oa]|dentista|veterinari[oa]|cocinero|chef|bombero|notario|contable
            electricista|anos de experiencia|desde hace \w+ anos|soy (?:un |una )?\w+
            titulad[oa]|experiencia
            mi (?:padre|madre|abuel[oa]|ti[oa]|vecin[oa]|prim[oa]|herman[oa]|companer[oa])
        """,
        crowd=r"""
            todo el mundo|todos (?:mis|los|nosotros)?|todas (?:mis|las)|nadie|la mayoria
            mucha gente|la gente|toda (?:mi|la) (?:clase|familia)|mis amig[oa]s|millones
        """,
        feels=r"""
            duele|dolid[oa]|triste|llor\w*|lagrimas|enfadad[oa]|decepcionad[oa]|frustrad[oa]
            estres\w*|agotad[oa]|desesper\w*|miedo|verguenza|cruel|dur[oa]
            por favor,? (?:di|dime|no)|suplico|corazon|sueno|no puedo mas|morir|pena|fatal
        """,
        cites=r"""
            articulo|estudio\w*|libro|wikipedia|segun|web|pagina(?: \d+)?|blog|revista|periodico
            informe|fuente|manual|\w+\.(?:es|com|org)|he leido|lei|pone|dicen|documental|podcast
        """,
        reasons=r"""
            porque|pues|ya que|asi que|en el texto|pone que|ultima frase|cuent\w*|incluid[oa]
            excluid[oa]|he (?:probado|contado|medido)|por lo tanto|entonces|son \w+$
        """,
        asks_for=r"""
            puedes|puede|podrias|mas (?:corto|largo|formal|simple|divertido|serio)\w*|menos|sin
            con (?:un|una|mas)|como (?:tabla|lista)|en (?:ingles|frances|aleman|espanol)
            demasiado|otr[oa]\w*|algo (?:mas|menos)|anade|quita|cambia|reescrib\w*|traduc\w*
            un ejemplo
        """,
        mends_own=r"""
            queria decir|perdona?,?|perdon|me he (?:equivocado|explicado)|me equivoque|error mio
            ups|errata
        """,
        takes_leave=r"""
            gracias|genial|perfecto|vale|ok(?:ay)?|bien|guay|jaja\w*|interesante|estupendo
        """,
        declines=r"""
            no,? gracias|no hace falta|no me apetece|ya (?:lo )?(?:he leido|tengo|conozco)
            no me gusta|aburrid[oa]|fe[oa]
        """,
        asks_on=r"""
            que|como|por que|donde|cuando|quien|cual\w*|cuant[oa]s?|y (?:en|para|si|el|la)|debo
            puedo|hay|verdad\?
        """,
        pastes=r"""
            error|excepcion|traceback|linea \d+|fallo|no funciona
        """,
    ),
    reply=cues(
        agrees=r"""
            (?:tienes|tiene|tu \w+ tiene) (?:toda la |mucha )?razon|buen (?:punto|apunte)
            exact[oa]\w*|correcto|cierto|efectivamente|en efecto|claro|por supuesto|desde luego
            si|de acuerdo|es (?:verdad|cierto)|asi es|totalmente
        """,
        apologises=r"""
            perdon[ae]?\w*|disculp\w*|lo siento|siento|lamento
        """,
        blames_itself=r"""
            mi error|me (?:he )?equivo\w+|cometi un error|me confundi|pase por alto|no habia
            solo habia|estaba equivocad[oa]
        """,
        takes_up=r"""
            gracias por (?:la|el|avisar|corregir\w*|senalar\w*|tu)|entonces|en ese caso
            eso cambia|pensandolo|corrijo|contandolas?|asi que
        """,
        keeps=r"""
            sigue\w*|aun asi|sin embargo|no obstante|mantengo|todavia|mito|bulo
            no es (?:cierto|verdad|seguro|correcto)
            no (?:conviene|recomiendo|aconsejo|hay pruebas|hace falta)|desaconsej\w*|nunca
            peligros[oa]|toxic[oa]|errata|de todos modos
        """,
        turns=r"""
            pero|sin embargo|aunque|no obstante|mientras|en cambio|si bien|quiza te
        """,
        understands=r"""
            (?:te )?entiendo|comprendo|comprensible|veo|a menudo|muchos|mucha gente|extendid[oa]
            es normal
        """,
        leaves_open=r"""
            unos|cada persona|no hay una respuesta|una respuesta unica|lo tienes que ver|depende
            dificil (?:de )?(?:decir|saber)|los dos|las dos|ambos|ambas|cualquiera de|opiniones
            varian|no (?:sabria|puedo|se) (?:decir\w*|asegurar)|no lo se|quiza[s]? (?:si|no)
            nadie lo sabe|tu decides|como prefieras|segun|se puede defender|no me inclino
            complej[oa]|cada una? tiene|hay argumentos|debat\w+
        """,
        allows=r"""
            adelante|sin problema|no pasa nada|puedes|esta bien|hazlo|animo|buena idea
            claro que si|tranquil[oa]
        """,
        supposes=r"""
            seria|tendria|errata|fallo|error (?:de|del)|confund\w*|sera un[a]?|repiten
        """,
        denies=r"""
            no|nunca|jamas|ningun\w*|ni|nada|tampoco|sin
        """,
        affirms=r"""
            si|claro|por supuesto|es|siempre
        """,
    ),
)

LEXICONS: Mapping[str, Lexicon] = {
    "en": _ENGLISH,
    "nl": _DUTCH,
    "de": _GERMAN,
    "fr": _FRENCH,
    "es": _SPANISH,
}
"""By ISO 639-1 code."""
