"""Nouns: what can be seen in a picture, and what cannot. Lemmas, in lower case.

The lists are wide, not complete: a noun in none of them is judged by what stands with it.
"""

from monitor.scorers.bluffing.words import listed

PARTS = listed(
    """
    abdomen ankle arm armpit attire back background base belly blade body bosom bottom branch
    breast brow build calf ceiling center centre cheek cheekbone chest chin clothe clothes clothing
    color colour complexion corner cover cuff detail door ear earlobe edge elbow end eye eyebrow
    eyelash eyelid eyesocket face feature figure finger fingernail fingertip flank flesh floor foot
    forearm forefinger foreground forehead form frame front frown garment grin grip ground gum hair
    hairline half hand handle haunch head heel height hem hilt hindquarter hindquarters hip hoof
    hue instep iris item jaw jawline joint knee kneecap knuckle lash leaf leg length lid limb lip
    loin middle midriff mouth muscle muzzle nail nape navel neck nose nostril outfit painting palm
    pane panel part paw picture piece place pocket point portrait pupil rib roof room rump scalp
    scene scowl seat shade shaft shape shin shoulder side size skin skull sky sleeve smile socket
    sole spine stem stomach street surface temple thigh thing throat thumb tip toe toenail tone
    tongue tooth top torso trunk underbelly underside waist wall wheel window world wrist yard
    """
)
"""Every body, room or object has these: alone they tell nothing."""

MARKS = listed(
    """
    antenna antler badge bandage bandana bang bangs barb bark barnacle beak beard birthmark blemish
    blister braid brand bristle bruise bun burn callus carving chevron chip claw cleft cobweb crack
    crescent crest dent dimple dot dreadlock emblem embroidery engraving eyepatch eyespot fang
    feathering feeler fetlock fin flame flipper fog forelock freckle frill fringe frost fur gap
    gill glitter gloss glow glyph goatee gore graffiti halo handprint hole hook horn hump ice
    icicle incisor inscription lettering lichen light lock logo lump mandible mane mark mask mist
    mohawk mole moss mould moustache mustache notch patch patina pattern piercing pigtail pincer
    plait plumage plume pockmark ponytail prosthesis prosthetic puddle quill raindrop reflection
    ringlet root rosette ruff rune rust scab scale scar scratch shadow shell sideburn sigil slit
    slogan smoke smudge snout snow spark speck speckle spike spine spiral spot stain star steam
    sticker stinger streak stripe stubble stump sunburn swelling symbol tail talon tattoo tear
    tentacle thorn topknot tuft tusk vein vine wart webbing welt whisker wing wrinkle
    """
)
"""Marks and growths: worth a word in any form, `his freckles` too."""

CLOTHES = listed(
    """
    anorak apron armband armlet armor armour balaclava bandeau bandolier bathrobe beadwork bearskin
    belt beret bikini blazer blindfold bloomer bloomers blouse boa bodice bodysuit bonnet boot
    bootlace bracer breastplate breech breechcloth breeches brigandine buckle button caftan cap
    cape carapace cardigan cassock chainmail chap chaps chemise chestplate choker circlet cloak
    clog coat codpiece coif collar comb coronet corset costume coverall cowl cravat crinoline crown
    cuirass cummerbund diadem dirndl doublet dress dungaree dungarees epaulette exosuit faceplate
    fedora fez flannel flop footwear frock fustanella gaiter gambeson garland garter gauntlet
    girdle glass glasses glove goggle goggles gorget gown greatcoat greave habit halter harness hat
    hauberk headband headdress headgear headphone headpiece headscarf headwear helm helmet hood
    hoodie hose jacket jean jeans jerkin jersey jewellery jewelry jumper jumpsuit kaftan kerchief
    kilt kimono kirtle kneepad lace leather leathers legging legwarmer leotard lining livery loafer
    loincloth mail mantle mitre mitten moccasin monocle muff mukluk neckerchief neckline nightgown
    nightshirt oilskin outfit overall overcoat padding pajama pant pantaloon pants parka pauldron
    peacoat pelt petticoat pinafore plate plating poncho pullover pyjama pyjamas raincoat ribbon
    robe romper ruffle sabaton sandal sari sarong sash scarf scrub scrubs shawl shift shinguard
    shirt shoe shoelace short shorts singlet skirt sleeve slipper smock sneaker snowshoe sock spat
    spectacle spectacles spur stocking stole strap stud suit sunglass sunglasses surcoat suspender
    suspenders sweatband sweater sweatpant sweatshirt swimsuit tabard tailcoat tassel tie tight
    tights toga toggle trainer trenchcoat tricorn trim trouser trousers trunks tunic turban
    turtleneck tuxedo underpant undershirt uniform vambrace veil vest visor waistband waistcoat wig
    windbreaker wrap wrapping wristband yoke zip zipper
    """
)

ORNAMENTS = listed(
    """
    amethyst amulet anklet armring badge band bangle bauble bead bell bracelet brooch cameo chain
    charm clasp coin crystal cufflink diamond disc disk earring emerald feather gem gemstone
    hairpin hoop jewel locket manacle medal medallion necklace onyx opal ornament pearl pendant pin
    plug relic ring rosary ruby sapphire seal shackle signet stud talisman thimble tiara token torc
    torque totem trinket watch wreath
    """
)

WEAPONS = listed(
    """
    ammunition anchor arrow arrowhead axe bayonet bazooka blowgun bludgeon blunderbuss bolt bomb
    boomerang bow bowstring broadsword buckler bullet bullwhip cannon carbine chakram claymore
    cleaver club crook crossbow crowbar cudgel cutlass dagger dart falchion firearm flail flintlock
    glaive greataxe greatclub greatsword grenade gun halberd hammer handaxe hatchet holster javelin
    katana knife lance longbow longsword mace machete mallet maul morningstar musket nunchaku pike
    pistol pitchfork polearm pommel quarterstaff quiver rapier revolver rifle saber sabre scabbard
    scepter sceptre scimitar scythe sheath shield shortsword shotgun shuriken sickle slingshot
    spear spearhead staff stiletto sword tomahawk trident truncheon wand warhammer weapon whip
    """
)

TOOLS = listed(
    """
    abacus accordion alembic android anvil backpack bag bagpipe ball balloon bandage banjo banner
    barrel basin basket bassoon baton battery beaker bellow bellows bicycle binocular binoculars
    blackboard blanket block board bone book bookmark bottle bowl box bracket branch brazier
    briefcase broom brush bucket bugle bundle cable cage calendar camera can candle candlestick
    cane canister canteen canvas carabiner carafe card carpet carpetbag cart cartridge case cask
    casket cauldron cello censer chainsaw chalice chalk chalkboard chart chest chisel cigar
    cigarette clapper clarinet clipboard clock cloth cog compass computer console cord cork cowbell
    crate crayon cruiser crutch cube cup cushion cutlery decanter dial dice die dish doll drill
    drone drum duster easel egg envelope eraser fan file fishhook flag flagon flask flowerpot flute
    folder fork frying funnel gadget gauge gear goblet gong gramophone grapple grill grimoire
    hacksaw handbag handbell handcuff handkerchief handlebar harmonica harp harpoon hive hoe
    honeycomb horseshoe hourglass inkpot inkwell instrument jar jug jukebox kettle key keyboard
    keyring kit kite knapsack label ladder ladle lamp lantern laptop leash ledger len lens letter
    lever lifebuoy lockpick log lollipop loom lute lyre machine magazine magnifier magnifying
    mailbag mandolin map marble mat megaphone menu microphone microscope mirror mop mug nail napkin
    needle nest net network newspaper notebook oar oilcan optic orb pack packet paddle padlock
    paintbrush paintpot palette pan paper papyrus parasol parcel parchment pen pencil pendulum
    phial phone photograph piano pickax pickaxe pillow pinwheel pipe pitcher plank plate platter
    plier pliers plough pot potion pouch prism puppet purse puzzle quilt rack radio rag rake rattle
    razor reel robot rod roller rope rucksack rug ruler sack saddle saddlebag sail satchel saucepan
    saucer saw scale scales scissor scissors screen screw screwdriver scroll shaker shard shear
    shears shovel sieve sign skateboard skeleton skewer ski skull sledgehammer smoker snowboard
    spade spanner spatula spellbook sphere spindle sponge spool spoon spring stamp stapler stencil
    stick stone string strip suitcase surfboard syringe tablecloth tablet tag tambourine tankard
    tape teacup teapot teddy telescope television tent thermo thermos thread tin tome tong tongs
    toolbox toothbrush toothpick torch towel toy tray tripod trowel trumpet tub tube tureen twig
    typewriter umbrella urn vase vial violin wallet waterskin wheelbarrow whetstone whistle windup
    wire wok wrench yarn zipper
    """
)

ANIMALS = listed(
    """
    alligator ant ape badger bat beagle bear beaver bee beetle bird bison boar buffalo bug bull
    bulldog butterfly calf camel canary carp cat caterpillar cattle centipede chameleon cheetah
    chick chicken chihuahua chimpanzee cobra cock cockatoo cockerel cod collie corgi cow coyote
    crab crane cricket crocodile crow cub dachshund dalmatian deer dog dolphin donkey dove dragon
    dragonfly duck duckling eagle eel elephant elk falcon familiar fawn ferret finch firefly fish
    flamingo fly foal fox frog gecko giraffe gnat goat goldfish goose gorilla greyhound griffin
    gryphon gull hamster hare hawk hedgehog hen heron hippopotamus honeybee horse hound hummingbird
    husky hyena iguana insect jackal jackdaw jaguar jellyfish kangaroo kid kingfisher kitten koala
    koi labrador ladybird ladybug lamb leopard lion lioness lizard llama lobster lynx macaw magpie
    mammoth mare monkey moose mosquito moth mouse mule newt nightingale octopus orangutan ostrich
    otter owl ox panda panther parrot peacock pelican penguin pheasant phoenix pig pigeon piglet
    pony poodle puffin pug puma puppy rabbit raccoon ram rat raven reindeer retriever rhinoceros
    robin rooster salamander salmon scorpion seagull seal shark sheep sheepdog shrimp snail snake
    spaniel sparrow spider squirrel stag stallion starfish stork swallow swan tabby terrier tiger
    toad tortoise trout turkey turtle unicorn viper vulture wasp weasel whale wolf wolfhound wombat
    worm wren wyvern yak zebra
    """
)

PLANTS_AND_FOOD = listed(
    """
    acorn anemone apple apricot avocado bamboo banana bean berry birch blackberry blossom bluebell
    bouquet bramble bread briar bud bulb burger bush butter cabbage cactus cake candy carrot
    cauliflower cedar cheese cherry chestnut chilli chocolate clover coconut cookie coral corn
    croissant cucumber cupcake daffodil daisy dandelion fern fig flower foliage fruit garlic gourd
    grape grass hay hazelnut heather hedge herb holly honey hyacinth ivy jam kelp lavender leaves
    lemon lettuce lily lime loaf lotus maize mango maple marigold meat melon milk mint mistletoe
    mushroom noodle nut oak olive onion orange orchid pancake pea peach pear pepper petal pie pine
    pineapple pizza plant plum pomegranate poppy potato pumpkin radish raspberry reed rice rose
    rosemary salad sandwich sausage seaweed shrub soup spinach sprig sprout steak stew strawberry
    sunflower sushi thistle thistledown toadstool toast tomato tree tulip turnip vegetable violet
    watermelon weed wheat willow wisteria
    """
)

SURROUNDINGS = listed(
    """
    aeroplane airplane airship alcove altar ambulance aquarium arch archway armchair attic awning
    balcony bannister barge barn bath bathtub beach beam bed bedspread bench bin boat bonfire
    bookcase bookshelf boulder bowsprit brick bridge bulldozer bumper bunting bus cabin cabinet
    canal canoe canopy car caravan carousel carriage castle cathedral cave chair chandelier chapel
    chariot chimney church cliff cloister cloud coach cobble cobblestone column convertible cot
    cottage couch counter courtyard crib cupboard curtain desk dinghy dome doorway drawer dresser
    dune engine escalator exhaust facade factory faucet fence ferry field figurehead fireplace
    flagpole flagstone footstool forest fountain frame freezer fridge funnel furnace galleon garage
    garden gate gazebo glacier gondola gramophone grille hall hammock headlight hearth heater
    helicopter hill house hull hut igloo island jeep jetty kennel kitchen knothole lake lamppost
    lampshade lawn lectern lightbulb lighthouse limousine locomotive lorry mantel mantelpiece mast
    mattress meadow minaret moon mosaic motorbike motorcycle mountain mural oven palace parapet
    park path pavement pavilion pedestal pier pillar platform plinth podium pond pool porch
    porthole poster propeller pulpit pump pyramid radiator raft railing railway refrigerator river
    rock rocket rowboat rudder ruin sand sandcastle scarecrow scooter sculpture sea sedan shed
    shelf ship shop shrine shutter sidewalk signpost sink skylight skyline skyscraper sled sleigh
    sofa spire stair staircase stall statue stool stove submarine sun sunset swing table taillight
    tank tap tapestry taxi throne tile tire toilet tombstone torchlight tower tractor train tram
    trelli trellis truck tunnel turret tyre van veranda village vineyard volcano wagon wallpaper
    wardrobe washbasin waterfall wave well wheelchair windmill windowsill windscreen woodpile
    workbench yacht
    """
)

KINDS = listed(
    """
    aarakocra aasimar angel automaton banshee birdfolk boy bugbear catfolk centaur changeling
    cherub child clockwork construct cyborg cyclops demon djinn dragonblooded dragonborn drow dryad
    dwarf elder elf fairy faun firbolg gargoyle genasi genie ghost ghoul giant giantess girl
    gladiator gnoll gnome goblin golem goliath gremlin halfling harpy hobbit hobgoblin human imp
    kenku kitsune knight kobold lad lady lass leprechaun lich lizardfolk lizardman maid maiden man
    merfolk mermaid merman minotaur monk monster mummy naga nun nymph ogre orc pirate pixie priest
    ratfolk revenant sailor satyr selkie seraph soldier spectre sphinx spirit sprite succubus
    tabaxi teenager tiefling toddler tortle treant troll valkyrie vampire warforged werewolf witch
    wizard woman wraith youth zombie
    """
)
"""Kinds of beings. One with a word beside it, in the place of `what it is`, can be seen."""

FANTASTIC = KINDS - listed(
    """
    boy child elder girl gladiator human knight lad lady lass maid maiden man monk monster nun
    pirate priest sailor soldier spirit teenager toddler witch wizard woman youth
    """
)
"""Those that need no word beside them."""

ITEMS = (CLOTHES | ORNAMENTS | WEAPONS | TOOLS | ANIMALS | PLANTS_AND_FOOD | SURROUNDINGS) - PARTS

SEEN = PARTS | MARKS | ITEMS
"""All nouns that are known to be visible, without the kinds of beings."""

PLACED = listed(
    """
    abdomen ankle arm back belly belt body breast brim brow calf cheek chest chin collar corner
    cuff ear elbow eye eyebrow face finger fist flank floor foot forearm forehead ground hand
    haunch head hip hoof horn jaw knee leg lip mouth muzzle nape neck nostril palm pocket scalp
    shoulder side skull sleeve temple thigh throat thumb tusk waist wall wing wrist
    """
)
"""Where a thing is on somebody or in a room."""

OUTLINES = listed(
    """
    breadth color colour form height hue kind length likeness look outline place shade shape size
    sort thickness type width
    """
)
"""Before `of` they compare: `the size of a coin` shows no coin."""

POSITIONS = listed(
    """
    back base bottom center centre corner edge end front half index inner little lower middle outer
    part rest ring side tip top upper
    """
)

MEASURES = listed(
    """
    array bit bunch bundle chain clump cluster coil couple crown curl dozen drop family flock fringe
    group handful heap herd layer length line lock loop mass mess mop number pack pair patch pattern
    piece pile ring roll row scatter scattering scrap set sheet shock sliver spray stack strand
    streak string strip stripe swarm tangle trail tuft web wisp yard
    """
)
"""Before `of` they only measure: `a row of five white dots` is about dots."""

UNSEEN = listed(
    """
    ability academy accent accident account advantage adventure advice affair afternoon age aid aim
    air ally ambition anger angle answer anxiety apology appearance appetite apprentice
    apprenticeship approx argument army aroma art attempt attention attitude attribute aunt aura
    author autumn baker battle bearing beat beauty behaviour belief betrayal betrothal birth
    birthday blame bounty boyfriend bravery breath breed bride brother business calm captain care
    career cause cent centimeter centimetre century chance change chapter charge cheat chef chess
    childhood choice city clan class client climate cm colleague commission companion companionship
    comparison comrade confidence conflict contract conversation cost country courage course court
    cousin crew crime crossroads cruelty culture curiosity curse customer danger daughter dawn day
    daylight deal death debt decade decision deed defeat degree delight demeanor demeanour desire
    destiny devotion direction disaster discipline dislike distance dollar doubt dream drought duel
    dusk duty east eclipse edition education effort eighty empire employer enemy energy enthusiasm
    era errand error euro evening evidence example excuse exile expedition experience expression
    eyesight fact failure faith fame family fate father fault favor favour favourite fear fee
    feeling festival fever fifty fight foe folk fondness footstep force fortune forty freedom friend
    friendship fun future gait gallon game gaze generation gift girlfriend glance glory goal god
    goddess godmother goods gossip grace gram grandchild grandfather grandmother grandparent
    grandson gratitude greed grief grudge guard guest guild guilt happiness hatred haul help helper
    hero hint history hobby home homeland honesty honor honour hope horror host hour hum humor
    humour hunger hunter hurry husband idea identity illness imagination impression inch inches
    income influence insult intelligence intention interest invention invitation job joke journey
    joy judgment justice kg kilo kilogram kilometre kind kindness king kingdom km knowledge language
    laugh laughter law leader learning legend lesson liberty lie life limit liter litre living look
    loss lot love loyalty luck magic majority manner march master matter mayor meaning measure
    melody member memory mentor merchant mercy meter method metre mile millimetre mind minute
    mischief misfortune mission mistake mix mixture ml mm model moment money month mood morning
    mother motive movement murder music mystery name nation nature need neighbor neighbour
    neighbourhood nephew nerve news niece night ninety noise nonsense noon north nostalgia number
    oath obligation occasion odor odour offer office one opinion opportunity order origin other
    ounce outlaw owner pain parent party passion past patience patron pay peace pence penny people
    percent performance perfume period person personality phrase pint pity plan play pleasure poem
    poetry poise policy pose position post posture pound poverty power prayer presence present
    prestige price pride prince princess prison privacy problem profession promise proof property
    prophecy protection provenance purpose pursuit quality quarrel queen quest question race rage
    raid rank reason rebel recipe recruit regret relationship relative reluctance reputation request
    rescue respect rest result revenge reward rhythm riddle rival role routine rule rumor rumour
    sadness safety salary sanctuary scent school season second secret sense service seventy shame
    shine shout sibling siege sight silence sister situation sixty skill sleep smell son song sort
    soul sound south species speech speed spell stance stay stealth stench stepfather story stranger
    strength stress stride struggle student study style subject success summer surprise suspicion
    tale talent talk task taste teacher temper temple tendency tension terror thanks theft theory
    thief thing thirty thought threat time title today tomorrow ton tonne touch tournament town
    trade tradition tragedy training traitor travel traveller treason treasure treatise tribe trick
    trip trouble trust truth tune twenty twilight type uncle understanding university use vanity
    variety vengeance version victim victory view village violence virtue vision visit visitor voice
    vow voyage wage walk war warband warmth warning way weakness wealth weather week weekend weight
    west while whim whisper widow widower wife will winter wisdom wish wit wonder word work worker
    worry worth wrath writing year yesterday
    """
)
"""People by what they are to others, feelings, times, sounds, smells and other things unseen."""
