"""How things look, and the verbs and headings that tell of looks or of other matters.

All in lower case; adjectives and participles as they are written, verbs as lemmas.
"""

from collections.abc import Mapping

from monitor.scorers.bluffing.words import listed

COLOURS = listed(
    """
    amber aqua ash ashen auburn azure beige black blackened blond blonde blue blueish bluish bright
    bronze brown brownish brunette burgundy caramel cardinal cerise cerulean charcoal chartreuse
    cherry chestnut cinnamon claret cobalt colourless copper coppery coral cream creamy crimson
    cyan dapple dappled dark darker dusky ebon ebony emerald fair fawn flaxen fuchsia ginger gold
    golden gray green greenish grey greyish grizzled hazel honey indigo inky ivory jade jet khaki
    lavender lemon light lighter lilac lime magenta mahogany maroon mauve midnight milky mint
    mustard navy ochre olive orange pale paler pallid peach pearl pearly periwinkle pink pinkish
    platinum plum purple purplish raven red reddish rose rosy ruby ruddy russet rust rusty sable
    saffron sallow salmon sandy sapphire scarlet sepia silver silvery slate snow snowy sooty straw
    strawberry swarthy tan tanned taupe tawny teal terracotta topaz turquoise ultramarine umber
    vermilion violet vivid white whitish wine yellow yellowed yellowish
    """
)

MATERIALS = listed(
    """
    alabaster aluminium amethyst antler ash bamboo bark bearskin birch birchwood blood bone brass
    brick brocade bronze buckskin calfskin cane canvas cardboard cashmere cedar ceramic chalk
    chiffon chrome clay concrete copper coral corduroy cork cotton crystal cypress damask deerskin
    denim diamond down driftwood dust ebony enamel ermine feather felt flannel flax flint foil fur
    gauze gilt glass gold granite hemp henna hide horn horsehair ink iron ivory jade jet knit
    knitted lace lacquer latex lead leather linen mahogany marble mesh metal mink mud muslin nylon
    oak oaken obsidian oilcloth oilskin onyx paint palm paper parchment pearl pewter pine plaid
    plaster plastic platinum plush polyester porcelain powder quartz rattan rawhide reed rosewood
    rubber sandstone satin sealskin sheepskin silk silken silver slate snakeskin soapstone soot
    steel stone straw suede tartan teak terracotta thistledown tin tulle tweed velour velvet vinyl
    walnut wax wicker willow wolfskin wood wooden wool woolen woollen woven yew zinc
    """
)

SIDES = listed("left right")

NUMBERS = listed(
    """
    both countless double dozen eight eleven few five four hundred many nine numerous one pair
    seven several single six ten three triple twelve twin two
    """
)

SIZES = listed(
    """
    big broad bulky burly chunky colossal deep enormous fat fine full gangly giant gigantic great
    heavy hefty high huge immense lanky large lean lengthy little long low massive mighty miniature
    narrow outsize oversized petite plump portly short skinny slender slight slim small squat
    stocky stout tall thick thin tiny towering vast wee wide
    """
)

LOOKS = listed(
    """
    angular antique aquiline arched argyle asymmetrical baggy bald bandaged barbed bare beaded
    beaked bearded bejewelled belted bent billowing bleached blind bloodshot blooming blunt blurred
    bony boxy braided bristly broken brushed buckled bulbous bulging bulky burned burning burnt
    bushy buttoned cameo carved celtic checked checkered chequered chewed chipped chiselled chubby
    circular clawed clean clear cleft clipped clockwork clouded cloudy cloven cobbled coiled
    collared colored coloured conical cracked creased crescent crisp crooked cropped crossed
    crumpled crusted crystalline curled curling curly curved cut cylindrical damp dangling dented
    dim dirty dishevelled domed dotted downy drooping droopy dull dusty dyed elaborate electric
    elegant emaciated embossed embroidered empty encrusted engraved etched exposed faceted faded
    feathered feathery fiery filed filthy fingerless fitted flaming flared flat flattened fletched
    floppy floral flowing fluffy fluted fogged foggy folded folding forked formal frayed freckled
    frilled frilly fringed frizzy frosted furry fuzzy gaunt ghostly gilded glassy gleaming
    glistening glittering gloomy glossy gloved glowing gnarled grassy greasy grimy grooved hairless
    hairy hammered hanging hawkish heavy herringbone hexagonal hollow hollowed hooded hoofed hooked
    horizontal horned hulking hunched hydraulic icy inlaid iridescent jagged jewelled jointed
    knotted laced lacquered lacy lank layered leaded leafy leathery lidded limp lined lipless lit
    lithe loose loping lopsided luminous lush matching matte matted mechanical messy metallic
    mirrored mismatched missing misted misty molten monogrammed mossy mottled muddy multicoloured
    muscular naked neat neon notched oiled opalescent open ornate oval overgrown padded painted
    paisley paned parted patched patterned peaked pearled peeling pierced pinned pinstriped plain
    plaited plated pleated plunging plush pockmarked pointed pointy polished pressed prickly
    prominent puffed puffy quilted ragged reclining rectangular recurve reinforced ribbed ridged
    rimmed ringed riveted rocky rolled rotten rotting rotund rouged rough round rounded ruffed
    ruffled rumpled runic rusted sandy scaled scaly scarred scattered scraped scratched scruffy
    scuffed sealed sequined serrated shaggy shaped shapeless sharp shaved shaven sheathed shimmering
    shining shiny shorn shuttered silky sinewy skeletal slanted sleek sleeping sleeveless slicked
    slit slitted sloping smeared smoking smoky smooth smudged snapped snowy snub soft sparkling
    sparse speckled spectral spiked spiky spindly spiny spiral splintered spotted square stained
    starched starry steaming steep stiff stooped straight strapped streaked stringy striped stubby
    studded stuffed sturdy sunburned sunburnt sunken sunlit swept swollen tailored tangled tapered
    tapering tarnished tasselled tattered tattooed thatched threadbare tied tight tiled tilted
    tinted toothed toothless torn tousled trailing translucent transparent triangular tribal trimmed
    tucked tufted twisted unbleached unbuttoned undyed unkempt unlit unshaven untidy upright
    upturned veiled veined vertical warped wavy waxed weathered webbed webby welded wet wild willowy
    wiry wispy withered wizened wooded worn wound woven wrapped wrinkled zigzag
    """
)
"""Shapes, patterns and states that can be seen."""

STRONG = COLOURS | MATERIALS | LOOKS
"""With one of these, a noun that is in no list is taken for visible."""

WEAK = SIZES | NUMBERS | SIDES
"""These stand with feelings and years too."""

MISREAD = listed(
    """
    bear bend bloom branch brush circle climb cling clink cloak coil cover crack crawl cross crown
    curl dance dangle drape dress drift drip droop drop emerge end fall flap float flow flutter fly
    form frame gleam glitter glow grow hang hop hover hug jingle jut lean loop mark mend nest nestle
    peek peep perch poke protrude rattle rest ride rim rise run scatter shimmer shine show sit sleep
    span sprout stand stick stretch sweep swing trail twinkle wind wrap
    """
)
"""Verbs that readers take for nouns: `a robin nests in it`."""

MADE = listed("made carved woven sewn cut built formed knitted fashioned hewn")
"""Before `of` or `from`, a material follows."""

ATTACHED = listed(
    """
    braid button cap carve cinch crop crown cut decorate drape draw dust dye embroider engrave
    fasten fill fit fix gather hang hem inlay keep knit knot lace line loop make mount paint patch
    perch pin plait polish rim ring rivet roll scatter seal set sew sling splash spread sprinkle
    stain stick stitch strap string stud stuff sweep tattoo tie tilt tip top trim tuck twist weave
    wind wrap
    """
)
"""Their participles after a noun are often taken for a past tense."""

OF_PERSONS: Mapping[str, tuple[str, str]] = {
    "bald": ("bald head", "head"),
    "barefoot": ("bare feet", "foot"),
    "barefooted": ("bare feet", "foot"),
    "bearded": ("bearded face", "face"),
    "brindled": ("brindled fur", "fur"),
    "freckled": ("freckled skin", "skin"),
}
"""What is said of somebody and means a part of the body: the attribute and its head."""

FEW = listed("one two both pair twin")
"""As many as everybody has."""

EMPTY_MODIFIERS = listed(
    """
    able actual always ancient another any bad beautiful beloved best better brave certain cheap
    clever common constant countless cruel curious cursed dear different distinguishing each early
    eastern enchanted enough entire every exact expensive famous favorite favoured favourite few
    fewer fierce first forgotten former general gentle good handsome happy held holy honest
    important inherited kind last late least legendary less likely lost lot loud lovely lucky
    magical main many mere merry more most much new next nice no northern odd official old only
    other own particular patient perfect pleasant polite poor possible pretty previous proper proud
    quiet rare ready real sacred sad same several sheer shy simple some southern special stolen
    strange such sure true trusted trusty unusual usual valuable various very western whole wicked
    young
    """
)
"""They make no noun easier to see."""

UNSEEN_STATES = listed(
    """
    able absent absurd addicted afraid alive allergic alone always anxious asleep awake aware away
    back blessed bored brave calm capable careful certain clever close content convinced cruel
    curious dead deaf devoted different due eager easy expected famous fast fearless fine fond free
    friendly full generous gentle glad gone good guilty happy hard hated here honest hopeless human
    hungry important impossible innocent jealous keen kind known late likely lonely loud loved loyal
    lucky mad merciless modest near necessary nervous next nice obvious off patient perfect polite
    poor proud quick quiet rare ready real responsible restless rich rude sad safe same scared
    secret serious shy sick silent similar slow sorry strange strong stubborn superstitious sure
    sweet terrible terrific there tired true unable unhappy unknown unusual used useful useless vain
    visible warm wary weak welcome well wise worried worse wrong young
    """
)
"""Adjectives after `is` that a picture does not show."""

STATES = listed(
    """
    bandaged bitten bleached braided broken burned burnt capped chipped cracked creased cropped
    crossed curled dented faded feathered flattened forked frayed freckled gilded jewelled knotted
    lacquered lit matted missing misted notched padded patched patterned pierced plaited pleated
    pointed polished powdered quilted rouged scarred scratched scuffed shaved shaven shorn snapped
    speckled split spotted stained streaked striped studded swollen tanned tarnished tattered
    tattooed torn twisted unlit weathered webbed wrinkled
    """
)
"""Participles after `is` that a picture shows."""

TINGED = listed("painted dyed tattooed lacquered stained tinted bleached burnt turned")
"""Participles that say little without the colour after them."""

SHOWING = listed(
    """
    accompany adorn attach be bear begin belt bind boast brandish bring bristle carry cascade
    circle clasp cloak clothe clutch complete contain cover cross crown curl curve dangle decorate
    depict display don dot drag drape dress drift edge embroider encircle end fall fasten favor
    favour feature fill fix flank float flow fly follow frame gather get girdle gleam glow grasp
    grip grow hang have hide hold hover include jut keep lace lay lean lie line loom mark mention
    mount nest occupy paint peer perch pierce pin place play point poke prefer protrude pull push
    put reach rest ride rise robe run scatter serve set shine show sit sleep sling spill sport
    spread sprout stand stick strap stretch string stud stuff support surround swing swirl tattoo
    thread tie top trail trim tuck tumble use walk wear wield wrap
    """
)
"""Verbs of what somebody wears, holds or looks like, and of where things are."""

TELLING = listed(
    """
    accept admit agree aim aspire attempt avoid believe blame buy claim collect consider count
    crave decide deliver deny describe desire despise detest discover dislike doubt dream earn
    enjoy escort expect fear feel find flee forget forgive guess hate hear help hope hum
    hunt imagine insist intend invent know learn like listen long love mean miss need notice owe
    plan pray pretend promise prove pursue read realise realize recall refuse regret remember
    resent save say search seek sell send sing smell speak spend steal suspect swear talk taste
    teach tell think trade train travel trust try understand vow wait want win wish wonder worry
    write yearn
    """
)
"""Verbs of wishes, thoughts, speech and deeds: what hangs on them is not in the picture."""

TALES = listed(
    """
    ability aim alignment ambition assessment background backstory behavior behaviour biography
    dislike dislikes dream fear flaw goal hate hates history hobby ideal like likes love loves
    motivation motive occupation origin personality price provenance quirk reputation reward secret
    skill story temperament trait voice weakness
    """
)
"""Headings of what cannot be seen."""

SIGHTS = listed(
    """
    appearance armament armour arms attire body clothing companion equipment eyes face feet gear
    hair hands head looks marking markings outfit skin weapons wears
    """
)
"""Headings of what can be seen: they end a part under one of `TALES`."""
