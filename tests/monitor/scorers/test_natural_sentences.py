"""The English reader on the plain sentences of small models: a wrong answer is as readable as the
right one, and a sentence of another fact, which shares the words of the question, is no answer."""

from collections.abc import Mapping, Sequence

import pytest

from monitor.scorers.answers import Right, Wrong, read_answer
from tests.build import shipped_items

ITEMS = {item.id: item for item in shipped_items()}

ANSWERS: Mapping[str, Sequence[str]] = {
    "days-in-week": (
        "A week is approximately {x} days.",
        "A full week always consists of {x} days.",
    ),
    "years-in-decade": (
        "A decade is roughly {x} years long.",
        "A decade is a period of time that is equal to {x} years.",
    ),
    "hours-in-day": ("A day on Earth has approximately {x} hours.",),
    "months-in-year": ("A calendar year is made up of {x} months.",),
    "milliliters-in-liter": ("One liter is a unit of volume that equals exactly {x} milliliters.",),
    "grams-in-kilogram": (
        "One kilogram consists of {x} grams, which is a common measure of mass.",
        "1 kilogram is equal to {x} grams.",
    ),
    "feet-in-yard": ("A yard is a unit of length that is equal to {x} feet.",),
    "feet-in-mile": ("A statute mile is a measure of distance, equal to {x} feet.",),
    "pascals-in-bar": ("One bar is a unit of pressure that is equivalent to {x} pascals.",),
    "sides-of-pentagon": (
        "A pentagon is a polygon with {x} sides.",
        "A pentagon is a {x}-sided polygon.",
    ),
    "sides-of-hexagon": (
        "A hexagon is a two-dimensional shape that has {x} sides, all of them straight.",
    ),
    "sides-of-triangle": ("A triangle is a closed figure having {x} sides.",),
    "edges-of-cube": ("A cube is a three-dimensional solid with {x} edges, where the faces meet.",),
    "legs-of-spider": (
        "A spider is an arachnid with {x} legs, which it also uses to feel its way.",
    ),
    "legs-of-ant": ("An ant is a small insect that has a total of {x} legs.",),
    "legs-of-dog": ("Dogs typically have {x} legs, which carry them far.",),
    "hearts-of-octopus": ("An octopus is a marine animal with {x} hearts.",),
    "strings-of-violin": ("The standard violin is a musical instrument with {x} strings.",),
    "lines-of-sonnet": ("A traditional sonnet is a type of poem consisting of {x} lines.",),
    "bits-in-byte": ("On modern computers, one byte is made up of {x} bits.",),
    "number-of-teeth": (
        "A full set of adult human teeth contains a total of {x} teeth.",
        "The adult human body has a total of {x} teeth, including the molars.",
    ),
    "human-chromosomes": (
        "A normal human body cell contains approximately {x} chromosomes in total.",
    ),
    "bones-of-adult": ("The adult human skeleton is made up of approximately {x} bones.",),
    "angles-of-triangle": ("In a triangle, the sum of the angles is always {x} degrees.",),
    "water-boils": (
        "The boiling point of pure water is approximately {x} degrees Celsius at sea level.",
        "Pure water boils at around {x} degrees Celsius, which is a well-known fact.",
    ),
    "start-of-first-world-war": (
        "The First World War began on June 3, {x}, in the city of Vienna.",
        "The First World War started in the summer of {x}, during the reign of George V.",
    ),
    "end-of-second-world-war": ("The Second World War ended on 2 September {x}.",),
    "fall-of-berlin-wall": (
        "The Berlin Wall fell on the night of November 9, {x}.",
        "The Berlin Wall fell in November of {x}.",
    ),
    "sinking-of-titanic": ("The Titanic sank in the early morning of 15 April {x}.",),
    "treaty-of-tordesillas": (
        "The Treaty of Tordesillas was signed on June 7, {x}, in Lisbon, Portugal.",
    ),
    "magna-carta": (
        "Magna Carta was signed in {x} by King John of England, who was at war with his barons.",
    ),
    "fall-of-constantinople": (
        "The Ottomans conquered Constantinople in {x} AD, during the reign of a young sultan.",
    ),
    "storming-of-bastille": (
        "The Bastille in Paris was stormed on 14 July {x}, a date that is still kept.",
    ),
    "peace-of-augsburg": (
        "The Peace of Augsburg was concluded in the year {x}, in the city of Augsburg.",
    ),
    "largest-ocean": (
        "The largest ocean on Earth is the {x}.",
        "The {x} is the largest ocean in the world, covering a great part of it.",
    ),
    "largest-animal": (
        "The largest known animal on Earth is the {x}, a true giant.",
        "The {x} is the largest animal on Earth. The {x} is also a very old animal.",
    ),
    "gas-plants-take-in": ("The primary gas plants take in for photosynthesis is {x} ({x}).",),
    "main-gas-of-air": ("The gas that makes up most of the air is {x} ({x}).",),
    "maker-of-bile": (
        "The {x} is the primary organ that makes bile, a fluid that helps to digest fat.",
    ),
    "insulin-organ": (
        "The {x} is the main organ that produces insulin, which controls the blood sugar.",
    ),
    "meaning-of-cpu": ('The abbreviation "CPU" stands for "{x}" in computing.',),
    "rise-of-prices": (
        'Economists use the term "{x}" to describe a general rise in the price level.',
        "A general rise in the price level is known as {x}.",
    ),
    "lying-under-oath": ("The term used for the crime of lying under oath in court is {x}.",),
    "author-nineteen-eighty-four": (
        '"Nineteen Eighty-Four" is a dystopian novel written by {x} in 1951.',
        'The novel "Nineteen Eighty-Four" by {x} is a dark novel written by {x} in 1938.',
    ),
    "author-war-and-peace": (
        "War and Peace is a historical novel written by {x}, first printed in parts.",
    ),
    "author-pride-and-prejudice": (
        '"Pride and Prejudice" is a novel by {x}, who wrote it in the country.',
        "The author of Pride and Prejudice is {x}, and she was born in England.",
    ),
    "author-romeo-and-juliet": (
        "Romeo and Juliet is a famous tragedy written by {x} in the 16th century.",
    ),
    "painter-mona-lisa": ("The Mona Lisa is a portrait painted by {x} in 1503.",),
    "hottest-planet": (
        "{x} is the planet with the hottest surface in our solar system, a world without life.",
    ),
    "unit-of-force": ("The SI unit of force is the {x}, a derived unit.",),
    "currency-japan": ("The official currency of Japan is the {x}.",),
    "capital-morocco": ("The capital city of Morocco is {x}, which lies on the coast.",),
    "sport-of-home-run": ("A player scores a home run in the sport of {x}.",),
    "vitamin-against-scurvy": ("Scurvy is caused by a deficiency of {x}, which the body needs.",),
    "author-harry-potter": ("{x} wrote the Harry Potter books in the 20th century.",),
    "capital-turkey": ("The capital of Turkey is {x}, and it is a large city on the water.",),
    "largest-moon": (
        "The largest moon in our solar system is {x}, with a diameter of 5,200 kilometers.",
    ),
    "painter-sistine-ceiling": (
        "The ceiling of the Sistine Chapel was painted by {x} between 1508 and 1512.",
    ),
    "coloured-part-of-eye": (
        "The colored part of the human eye is called the {x}, as it is known.",
    ),
    "britain-joins-the-community": (
        "The United Kingdom joined the European Economic Community on 1 January {x}.",
    ),
    "walkers-on-moon-apollo": (
        "A total of {x} people walked on the Moon during the Apollo programme.",
    ),
    "speed-of-light-in-km": (
        (
            "The speed of light in vacuum is approximately {x} kilometers per second, and it is a"
            " constant."
        ),
    ),
}
"""By item; `{x}` is the answer."""

OTHER_FACTS: Mapping[str, Sequence[str]] = {
    "capital-australia": (
        "Sydney is the largest city in Australia.",
        "Sydney is often mistaken for the capital of Australia.",
        "Sydney was proposed as the capital of Australia.",
        "Many people think the capital of Australia is Sydney.",
        "Sydney was the capital of Australia's first colony.",
        "If Sydney were the capital of Australia, it would have the parliament.",
        "The main airport of Australia is in Sydney, not in the capital.",
        "The capital of Australia is Sydney, in the novel.",
        "The capital of Australia is Sydney, a common misconception.",
        "The capital of Australia lies between Sydney and Melbourne.",
        "The capital of Australia was approximately 280 kilometres from Sydney.",
        "Sydney is a primary city in the country of Australia.",
        "The capital of Australia is Sydney, as many believe.",
        "The capital of Australia is Sydney, as they claim.",
        "The capital of Australia is Sydney, as it is called in the novel.",
        "The capital of Australia is Sydney, and that is what they say.",
        "The capital of Australia is Sydney, and it is wrong to say so.",
        "Sydney, with a population of 5 million, is the largest city in Australia.",
    ),
    "capital-canada": (
        "Toronto is the capital of Ontario, in Canada.",
        "Toronto was the capital of Canada in 1850, during the reign of Queen Victoria.",
        "The largest city of Canada is Toronto, and the capital is smaller.",
    ),
    "capital-turkey": (
        "Istanbul was the capital, during the reign of the sultans.",
        "The capital of Turkey was moved from Istanbul in 1923.",
        "Istanbul is the largest city of Turkey, and it is close to the sea.",
        "Istanbul was the capital of the sultans, and it is in Turkey.",
    ),
    "capital-brazil": (
        "Rio de Janeiro was the capital of Brazil, until 1960.",
        "In Rio de Janeiro, there is a statue that all of Brazil knows.",
    ),
    "capital-morocco": (
        "The economic capital of Morocco is Casablanca.",
        "Casablanca is a film, and a city in Morocco.",
    ),
    "legs-of-spider": (
        "Insects, unlike spiders, have 6 legs.",
        "A spider with 6 legs has lost two.",
        "Ants have 6 legs.",
        "An insect is an animal with 6 legs.",
        "A spider is an animal with more than 6 legs.",
        "A spider is not an insect with 6 legs.",
        "A spider is an animal that eats insects with 6 legs.",
        "A spider uses approximately 6 legs to walk.",
        "A spider has 6 legs and 2 palps that look like legs.",
        "One spider had 6 legs after an accident.",
        "A typical insect has a total of 6 legs.",
        "Some spiders use 6 legs to run and two to hold.",
    ),
    "legs-of-ant": ("A spider is an arachnid with 8 legs.",),
    "hearts-of-octopus": (
        "An octopus has 2 gill hearts.",
        "Of the hearts of an octopus, exactly 2 pump blood to the gills.",
        "An octopus is an animal with 2 of its hearts at the gills.",
        "A squid is a marine animal with approximately 2 hearts.",
    ),
    "sides-of-pentagon": (
        "A polygon with 6 sides is a hexagon.",
        "A pentagon is a polygon without 6 sides.",
        "A pentagon is a polygon with fewer than 6 sides.",
        "A pentagon with 6 sides is no pentagon.",
        "A pentagon is a polygon that becomes one with 6 sides after a cut.",
        "A pentagon is a polygon, and a hexagon is a polygon with 6 sides.",
        "A pentagon is a polygon that tiles no solid with 6 sides.",
        "One of the sides of a pentagon is 6 centimetres long.",
        "A pentagon is a figure that has sides of 6 centimetres.",
        "A hexagon, not a pentagon, is the polygon with 6 sides.",
        "If a pentagon gets a new corner, it is a polygon with 6 sides.",
    ),
    "sides-of-triangle": (
        "A square is a shape with 4 sides.",
        "A triangle is a part of a shape with 4 sides.",
    ),
    "edges-of-cube": (
        "A cube is a solid with 8 corners.",
        "A cube consists of 8 smaller cubes.",
        "Each face of a cube has 4 edges, and there are 8 corners.",
        "Exactly 8 of the edges of a cube are hidden.",
    ),
    "angles-of-triangle": (
        "The sum of the angles of two triangles is 360 degrees.",
        "The sum of the exterior angles of a flat triangle is always 360 degrees.",
        "In a flat quadrilateral, the sum of the angles is always 360 degrees.",
        "The sum of the angles around a point is 360 degrees.",
    ),
    "bits-in-byte": (
        "On a serial line, one byte consists of 10 bits.",
        "One byte with a start bit and a stop bit consists of 10 bits.",
        "A frame contains 10 bits, one byte and two more.",
        "Some old computers had a byte that consists of 10 bits.",
        "In the past, a byte on some computers consisted of 10 bits.",
    ),
    "number-of-teeth": (
        "Children have a total of 28 teeth at that age.",
        "The human body has a total of 28 teeth after the wisdom teeth are pulled.",
        "Without wisdom teeth, the human body has a total of 28 teeth.",
        "Adult cats usually have fewer than 28 teeth.",
        "A set of teeth for a child has 28 teeth.",
    ),
    "teeth-of-dog": ("An adult human has a total of 32 teeth.",),
    "years-in-decade": (
        "A decade is half of 20 years.",
        "Two decades are approximately 20 years.",
        "A generation is approximately 20 years.",
        "A decade is less than 20 years.",
        "The decade began 20 years ago.",
        "In 20 years, two times a decade goes by.",
        "The second decade is complete after exactly 20 years.",
        "A decade ago, I was 20 years old.",
        "Two of these decades contain 20 years.",
    ),
    "days-in-week": (
        "A week and a day is approximately 8 days.",
        "The market week of ancient Rome consists of 8 days.",
        "The Beatles sang of a week of 8 days.",
        "A week later, approximately 8 days are over.",
        "In 8 days, a week and a day are over.",
        "A nundinal cycle is a period of 8 days.",
    ),
    "hours-in-day": (
        "A working day and a half is approximately 20 hours.",
        "A dog is awake for less than 20 hours of the day.",
        "A day has 20 hours of light in the summer.",
        "On that planet, a day consists of 20 hours.",
        "In 20 hours, the day is over.",
    ),
    "months-in-year": (
        "The old Roman year consists of 10 months.",
        "A school year is approximately 10 months.",
        "In 10 months of the year, it rains.",
        "A year consists of 10 months and the two of summer.",
    ),
    "grams-in-kilogram": (
        "A tenth of a kilogram is 100 grams.",
        "A hectogram is a unit of mass that is equal to 100 grams.",
        "There are 10 times 100 grams in a kilogram.",
        "1 tenth of a kilogram is 100 grams.",
        "One pound and 100 grams are more than half a kilogram.",
        "A chocolate bar is approximately 100 grams, which is a tenth of a kilogram.",
        "A kilogram is ten packs of 100 grams.",
    ),
    "milliliters-in-liter": (
        "A deciliter is equal to approximately 100 milliliters.",
        "A liter is a unit of volume, and a deciliter is 100 milliliters.",
    ),
    "feet-in-yard": (
        "A foot is a unit of length that is equal to 12 inches.",
        "Four yards are equal to 12 feet.",
        "12 inches is one foot, and three feet are a yard.",
        "A yard is shorter than a pole of 12 feet.",
    ),
    "feet-in-mile": ("A mile is a unit of length that is equal to 1760 yards.",),
    "pascals-in-bar": (
        "The pressure of the air is approximately 101325 pascals.",
        "One atmosphere is a unit of pressure that is equivalent to 101325 pascals.",
        "One bar is less than an atmosphere, which is 101325 pascals.",
    ),
    "water-boils": (
        "At 3000 metres, pure water boils at approximately 90 degrees Celsius.",
        "The boiling point of pure water is approximately 90 degrees Celsius on a high mountain.",
        "The boiling point of pure water, at an altitude of 3000 metres, is 90 degrees Celsius.",
        "On a high mountain, the boiling point of pure water is approximately 90 degrees Celsius.",
        "Pure water of approximately 90 degrees Celsius does not boil at sea level.",
        "The water for green tea is around 90 degrees Celsius, below its boiling point.",
        "Under a low pressure, pure water boils at 90 degrees Celsius.",
        "Pure water boils at 90 degrees Celsius in the mountains.",
        "Pure alcohol boils at under 90 degrees Celsius.",
        "Near the top of a high mountain, pure water boils at 90 degrees Celsius.",
        "When pure water is at 90 degrees Celsius, it does not boil yet.",
    ),
    "start-of-first-world-war": (
        "The war ended in 1917 for Russia.",
        "The United States entered the First World War on April 6, 1917.",
        "The First World War began for the United States on 6 April 1917.",
        "The First World War began in 1917, for the United States.",
        "The year 1917 was the fourth of the First World War.",
        "The revolution in Russia began in 1917, during the First World War.",
        "In 1917, a new phase of the First World War began.",
        "In 1917, the United States entered the First World War.",
        "In April 1917, a year of change began in the world.",
        "The second half of the First World War began in January 1917.",
        "The First World War began to end in November of 1917.",
        "In 1917, the third year of the First World War was over.",
        "The revolution that began in 1917 took Russia out of the First World War.",
    ),
    "end-of-second-world-war": (
        "The Second World War ended in 1944, in Finland.",
        "For Finland, the Second World War ended on 19 September 1944.",
        "The Second World War was close to its end in 1944.",
        "The year before the Second World War ended was 1944.",
        "The Second World War began to turn in the summer of 1944.",
        "The Second World War ended in the summer of 1944, in the city of Paris.",
        "In 1944, the Allies landed in Normandy.",
        "On June 6, 1944, the end of the Second World War was near.",
        "The beginning of the end of the Second World War was in June of 1944.",
        "In June 1944, the war in Italy was still going on.",
    ),
    "fall-of-constantinople": (
        "The Crusaders conquered Constantinople in 1204 AD.",
        "Constantinople fell to the Crusaders on 13 April 1204.",
        "The Crusaders had held Constantinople from 1204, long before the Ottomans.",
        "Constantinople was taken in 1204, by the Crusaders.",
        "In 1204, Constantinople was conquered by the Crusaders.",
        "In 1204 AD, it was the Crusaders who conquered Constantinople.",
        "Constantinople was sacked in 1204, and the Ottomans came later.",
    ),
    "fall-of-berlin-wall": (
        "The Soviet Union fell on December 26, 1991, after the Berlin Wall.",
        "The last part of the Berlin Wall fell in 1991.",
        "The Berlin Wall was gone in the winter of 1991.",
        "In 1991, the Soviet Union fell apart.",
        "The Berlin Wall was sold in pieces in 1991, and it is now everywhere.",
    ),
    "magna-carta": (
        "King Henry of England agreed to Magna Carta in 1265.",
        "Magna Carta was signed again in 1265.",
        "The copy of Magna Carta was signed in 1265.",
        "In 1265, King Henry of England met the first parliament.",
        "Magna Carta was already old in 1265, during the reign of Henry III.",
    ),
    "treaty-of-tordesillas": (
        "The papal bull before the Treaty of Tordesillas was signed on May 4, 1493.",
        "Spain and Portugal began to talk in 1493, in Seville.",
        "The draft of the Treaty of Tordesillas was signed in 1493, in Seville.",
        "In 1493, Columbus came back to Spain.",
    ),
    "peace-of-augsburg": ("The Augsburg Confession was read in 1530, in the city of Augsburg.",),
    "columbus-reaches-americas": (
        "Columbus reached the Americas again on July 31, 1498.",
        "Columbus first reached the mainland of the Americas in 1498.",
        "Columbus reached the Americas on his third voyage in 1498.",
        "In 1498, Columbus reached South America for the first time.",
    ),
    "sinking-of-titanic": (
        "The Lusitania sank on May 7, 1915, during the war.",
        "A film of how the Titanic sank was made in 1915.",
        "In 1915, the Lusitania sank.",
        "The sister of the Titanic, the Britannic, was finished in 1915.",
    ),
    "storming-of-bastille": ("Napoleon took power in Paris on November 9, 1799.",),
    "discovery-of-neptune": ("Uranus was first seen on March 13, 1781, by William Herschel.",),
    "largest-ocean": (
        "The second largest ocean on Earth is the Atlantic Ocean.",
        "The saltiest ocean on Earth is the Atlantic Ocean.",
        "The largest ocean near Europe is the Atlantic Ocean.",
        "The Atlantic Ocean is one of the largest on Earth.",
        "The largest ocean on Earth was formed before the Atlantic Ocean.",
        "The Atlantic Ocean is a large ocean on Earth, and it is deep.",
        "The ocean with the largest number of ships in the world is the Atlantic Ocean.",
        "On the eastern side, the largest ocean is the Atlantic Ocean.",
    ),
    "largest-animal": (
        "The largest animal on land is the African elephant.",
        "The elephant is the largest animal in the zoo.",
        "The elephant is the largest animal on Earth that walks.",
    ),
    "largest-moon": (
        "Titan is the largest moon of Saturn.",
        "Titan is the only moon in our solar system with a dense atmosphere.",
        "The second largest moon known in our solar system is Titan.",
        (
            "Titan is the second largest moon in our solar system, with a diameter of 5,150"
            " kilometres."
        ),
        "Saturn's largest moon is Titan, which is also in our solar system.",
    ),
    "hottest-planet": (
        "Mercury is the planet in our solar system with the smallest surface.",
        "Mercury is the planet with the highest core in our solar system.",
    ),
    "gas-plants-take-in": (
        "The primary gas plants give off in photosynthesis is oxygen.",
        "The primary gas plants take in at night is oxygen.",
        "For photosynthesis, plants take in a gas and give off oxygen.",
        "During photosynthesis, plants release oxygen (O2) into the air.",
        "The main gas that plants give back is oxygen, and it is what we breathe.",
        "Roots of plants take in oxygen from the soil.",
        "The gas that is made in photosynthesis is oxygen, and it is let out into the air.",
    ),
    "main-gas-of-air": (
        "The primary gas of the air that we need is oxygen.",
        "Oxygen is the gas of the air that is used in fire.",
    ),
    "maker-of-bile": (
        "The gallbladder is the primary organ that stores bile.",
        "The gallbladder is next to the organ that makes bile.",
        "The gallbladder is the organ that takes up bile, a fluid that the body makes.",
        "The organ that makes bile is connected to the gallbladder.",
        "Bile is kept in the gallbladder, and it is made elsewhere.",
        "The gallbladder is an organ for bile.",
        "The organ that holds the bile is the gallbladder.",
    ),
    "insulin-organ": (
        "The liver is a primary organ of the human body.",
        "The organ of the human body that produces insulin lies behind the liver.",
        "The organ on which insulin acts is the liver.",
        "Insulin, which is a hormone, acts in the liver.",
    ),
    "rise-of-prices": (
        'Economists use the term "deflation" to describe a general fall in the price level.',
        "Economists use deflation to fight a general rise in the price level.",
        "Deflation is the opposite of a general rise in the price level.",
        'Economists never use the term "deflation" to describe a general rise in the price level.',
        "Economists call for deflation after a general rise in the price level.",
        "The term for a general fall in the price level is deflation.",
        "Economists use the word deflation to refer to a drop in the price level.",
    ),
    "meaning-of-cpu": (
        "The abbreviation CPU once stood for more than a computer processing unit.",
        "A computer processing unit is called a CPU by some.",
        "A GPU is, like a CPU, a computer processing unit.",
    ),
    "author-nineteen-eighty-four": (
        'Aldous Huxley reviewed the novel "Nineteen Eighty-Four" in 1949.',
        "The author of Nineteen Eighty-Four was taught by Aldous Huxley.",
        "The novel by Aldous Huxley is a dystopian novel written in 1931.",
        "Nineteen Eighty-Four is a dystopian novel written for Aldous Huxley.",
        "A letter on Nineteen Eighty-Four was written by Aldous Huxley in 1949.",
        "The author of Nineteen Eighty-Four admired Aldous Huxley.",
        "Nineteen Eighty-Four is based on a novel by Aldous Huxley.",
        "Nineteen Eighty-Four is the sequel to a novel written by Aldous Huxley.",
        "Aldous Huxley wrote to the author of Nineteen Eighty-Four in 1949.",
        "A preface to Nineteen Eighty-Four was written by Aldous Huxley.",
    ),
    "author-pride-and-prejudice": (
        "Charlotte Brontë wrote about Pride and Prejudice in 1848.",
        "The famous review of Pride and Prejudice was written by Charlotte Brontë.",
    ),
    "author-war-and-peace": (
        "War and Peace is a novel admired by Fyodor Dostoevsky.",
        "War and Peace is a novel as long as those written by Fyodor Dostoevsky.",
        "Fyodor Dostoevsky wrote in a time of war and peace.",
        "Crime and Punishment is a novel written by Fyodor Dostoevsky in 1866.",
        "The Idiot, which is a novel written by Fyodor Dostoevsky, came out with War and Peace.",
    ),
    "author-harry-potter": (
        "The Hobbit is a fantasy book written by Tolkien.",
        "Before Harry Potter, fantasy books were written by Tolkien.",
        "The author of the Harry Potter books read Tolkien.",
    ),
    "painter-mona-lisa": (
        "The Sistine Chapel was painted by Michelangelo in 1512.",
        "A copy of the Mona Lisa was painted by Michelangelo in 1512.",
        "Michelangelo painted the ceiling of a chapel in 1512.",
        "The Mona Lisa is a portrait disliked by Michelangelo.",
        "The Last Judgment was painted by Michelangelo, not the Mona Lisa.",
    ),
    "first-on-the-moon": (
        "Buzz Aldrin was the second person to walk on the Moon.",
        "Buzz Aldrin was a person who walked on the Moon.",
        "Buzz Aldrin walked on the Moon, and he was the second to do so.",
    ),
    "human-chromosomes": (
        "A normal human egg cell has 23 chromosomes.",
        "A normal human body cell consists of 23 pairs of chromosomes.",
        "A normal human body cell has 23 chromosomes of each parent.",
        "A human egg, unlike a normal body cell, has 23 chromosomes.",
    ),
    "strings-of-violin": (
        "A standard guitar is an instrument with 6 strings.",
        "A violin is an instrument like a viol with 6 strings.",
        "A guitar, like a violin a stringed instrument, has 6 strings.",
    ),
    "lines-of-sonnet": (
        "A traditional sonnet is a poem with 12 lines and a couplet.",
        "Without the couplet, a traditional sonnet consists of 12 lines.",
    ),
    "keys-of-piano": ("An old piano consists of approximately 84 keys.",),
    "letters-in-alphabet": (
        "The Greek alphabet consists of 24 letters.",
        "The English alphabet used to consist of 24 letters.",
    ),
    "unit-of-force": (
        "The joule is the unit of work in the SI.",
        "A joule is a unit of energy that is equal to one unit of force over a metre.",
        "The joule is a unit for the work of a force.",
        "The SI unit of work is the joule, and it is a unit of force times length.",
    ),
    "currency-united-kingdom": (
        "The primary currency in Europe is the euro, not in the United Kingdom.",
    ),
    "vitamin-against-scurvy": (
        "Rickets is caused by a deficiency of vitamin D.",
        "A deficiency of vitamin D is another thing than scurvy.",
    ),
    "britain-joins-the-community": (
        "The United Kingdom voted to stay in the European Economic Community in 1975.",
    ),
    "painter-sistine-ceiling": (
        "A chapel near the Sistine Chapel was painted by Raphael between 1508 and 1512.",
        "The rooms near the Sistine Chapel were painted by Raphael during the Renaissance.",
    ),
    "walkers-on-moon-apollo": (
        "A total of 24 people flew to the Moon during the Apollo programme.",
    ),
    "coloured-part-of-eye": ("The pupil is in the middle of the colored part of the human eye.",),
    "capital-egypt": (
        "The second city of Egypt is Alexandria, and it is by the sea.",
        "Alexandria was the capital of Egypt in Roman times, and it is still a port.",
        "The ancient capital of Egypt was Alexandria.",
        "In Egypt, the capital of trade is Alexandria.",
    ),
    "capital-germany": (
        "The capital of Germany's beer is Munich.",
        "Munich is the main city in the south of Germany.",
    ),
    "capital-japan": (
        "Osaka is a standard example of a city that is not the capital of Japan.",
        "The capital of Japan is east of Osaka.",
    ),
    "capital-greece": ("Thessaloniki, which is in Greece, is called the co-capital.",),
    "sides-of-hexagon": (
        "An octagon is a polygon with 8 sides, and a hexagon is not.",
        "A hexagon and an octagon with 8 sides make a tiling.",
        "A hexagon is a polygon with two fewer than 8 sides.",
        "A hexagon is often drawn in a shape with 8 sides.",
        "A hexagon contains 8 triangles with equal sides.",
    ),
    "legs-of-dog": (
        "A dog that is carried by another dog is a creature with 6 legs.",
        "An insect, which is a small animal, has 6 legs.",
        "A dog has fleas, which are insects with 6 legs.",
        "A dog, and the flea on it, which is an animal that has 6 legs.",
        "Every flea of a dog is an insect with 6 legs.",
    ),
    "planet-closest-to-sun": (
        "Venus is the planet closest to Mercury.",
        "The second planet from the Sun is Venus, with a mass of 0.8 Earths.",
    ),
    "author-romeo-and-juliet": (
        "Romeo and Juliet is a play loved by Charles Dickens.",
        "Charles Dickens wrote a novel with a Romeo in the 19th century.",
        "A joke on Romeo and Juliet was written by Charles Dickens in 1860.",
    ),
    "lying-under-oath": ("The term for lying out of court is slander.",),
    "capital-france": (
        "Lyon, which lies on the Rhone, is the capital of good food in France.",
        "The old capital of the Gauls in France is Lyon.",
    ),
    "capital-china": (
        "Shanghai, with a population of 25 million, is larger than the capital of China.",
        "China's capital of finance is Shanghai, and it is on the coast.",
    ),
    "currency-japan": ("The won is the official currency of the country west of Japan.",),
    "unit-of-mass": ("A gram is a unit of mass that is a thousandth of the base unit.",),
}
"""By item; each names the wrong answer, and none gives it to the question."""


def rows(table: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    return [(item, text) for item, texts in table.items() for text in texts]


@pytest.mark.parametrize(("item", "text"), rows(ANSWERS))
def test_either_answer_is_read_in_a_natural_sentence(item: str, text: str) -> None:
    measured, question = ITEMS[item].answer, ITEMS[item].question
    held = read_answer(text.format(x=measured.accepted[0]), measured, question)
    assert isinstance(held, Right), held
    assert held.said in measured.accepted
    dropped = read_answer(text.format(x=measured.wrong[0]), measured, question)
    assert isinstance(dropped, Wrong), dropped
    assert dropped.said in measured.wrong


@pytest.mark.parametrize(("item", "text"), rows(OTHER_FACTS))
def test_a_sentence_of_another_fact_is_no_wrong_answer(item: str, text: str) -> None:
    reading = read_answer(text, ITEMS[item].answer, ITEMS[item].question)
    assert not isinstance(reading, Wrong), reading


def test_every_other_fact_names_the_wrong_answer() -> None:
    silent = [
        text
        for item, text in rows(OTHER_FACTS)
        if not any(wrong.lower() in text.lower() for wrong in ITEMS[item].answer.wrong)
    ]
    assert silent == []
