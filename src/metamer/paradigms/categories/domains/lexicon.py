"""The words and sentences that generated reviews are made of.

No entry outside `CARRIERS[word]` contains one of the six candidate words, and no slot
follows "a" (it would have to become "an" before a vowel). Source: ours.
"""


def _entries(text: str) -> tuple[str, ...]:
    """The entries of a list, which are separated by bars or line ends."""
    return tuple(entry.strip() for entry in text.replace("\n", "|").split("|") if entry)


PRAISING = _entries(
    "wonderful|superb|charming|brilliant|moving|delightful|gripping|excellent|fresh"
    "|touching|witty|splendid|beautiful|perfect|clever|powerful|magnificent|honest"
    "|memorable|thrilling|graceful|masterful|captivating|warm|stunning|impressive|subtle"
    "|inspired|remarkable|lovely|hilarious|convincing|terrific|rich|elegant|believable"
)
BLAMING = _entries(
    "awful|dreadful|boring|terrible|clumsy|dull|tedious|horrible|stale|shallow|lazy"
    "|pathetic|ugly|wooden|stupid|weak|ridiculous|fake|forgettable|lifeless|awkward"
    "|sloppy|annoying|cold|painful|unwatchable|pretentious|pointless|laughable|poor"
    "|embarrassing|unconvincing|abysmal|empty|cheap|predictable"
)
LOVED = _entries(
    "loved|admired|enjoyed|adored|applauded|treasured|praised|was delighted by"
    "|was moved by|could not get enough of|laughed happily with|was won over by"
)
HATED = _entries(
    "hated|loathed|endured|despised|deplored|regretted|cursed|was bored by"
    "|was irritated by|could not bear|yawned through|was let down by"
)
BEST = _entries(
    "a triumph|a gem|a masterpiece|a treat|worth every minute|a joy to watch"
    "|highly recommended|time well spent|a must|a small miracle"
)
WORST = _entries(
    "a disaster|a mess|a disgrace|a chore|a waste of money|a pain to sit through"
    "|best avoided|two hours thrown away|a failure|a sorry spectacle"
)

WORDS = {
    "part": _entries(
        "acting|script|plot|dialogue|music|camera work|ending|opening|lead actor"
        "|lead actress|direction|editing|scenery|story|cast|pacing|humour|romance"
        "|villain|score|costume design|second half|first hour|title song|narration"
        "|final scene|premise|chemistry|screenplay|lighting"
    ),
    "degree": _entries(
        "simply|truly|really|quite|rather|utterly|absolutely|mostly|frankly|surprisingly"
        "|consistently|somewhat|thoroughly|honestly|completely|undeniably"
    ),
    "company": _entries(
        "my sister|two friends|my parents|some colleagues|my neighbour|the whole family"
        "|my brother|my flatmate|three cousins|my wife|my husband|the children"
    ),
    "maker": _entries(
        "Harlan Voss|Mira Castell|Jonas Petrel|Adele Marchetti|Tomas Wren|Leila Okafor"
        "|Piotr Halvorsen|Greta Lindqvist|Samuel Okoro|Nadia Brandt|Kenji Morrow"
        "|Clara Whitlock"
    ),
    "kind": _entries(
        "thriller|comedy|western|drama|musical|mystery|war story|romance|horror tale"
        "|documentary|fantasy|crime story"
    ),
    "time": _entries(
        "last night|on Sunday|in the spring|during the holidays|some weeks ago"
        "|on television|on a long flight|after work|yesterday|in the summer"
    ),
    "place": _entries(
        "Lisbon|a mining town|northern Canada|a seaside hotel|wartime Prague|rural Ohio"
        "|a harbour town|Hong Kong|a boarding school|a desert town|Brooklyn"
        "|a mountain village"
    ),
    "hero": _entries(
        "a retired detective|a young teacher|a runaway boy|a piano player"
        "|a lost soldier|a bank clerk|a jewel thief|a country doctor|a widow"
        "|a taxi driver|a shy student|a sea captain"
    ),
    "deed": _entries(
        "looks for a missing girl|inherits a house|plans a robbery|crosses the border"
        "|falls in love|hides from the police|returns home|takes the wrong train"
        "|buys a circus|finds the old letters|loses everything|keeps a secret"
    ),
}

OPINIONS = _entries(
    """The {part} was {degree} {quality}.
    I found the {part} {degree} {quality}.
    How {quality} the {part} was!
    The {part} seemed {quality} and {quality} to me.
    I {reaction} the {part}.
    Everybody in the room {reaction} the {part}.
    My companion {reaction} the {part} and the {part}.
    With its {quality} {part} and {quality} {part}, it is {verdict}.
    Taken as a whole it is {verdict}.
    In short, {verdict}.
    The {part} is {quality}, the {part} even more so.
    Rarely have I seen such {quality} work from {maker}.
    The {part} felt {degree} {quality} from start to finish.
    For me the {quality} {part} decided it.
    Critics called the {part} {quality}, and I agree.
    This {kind} is {verdict}."""
)

FACTS = _entries(
    """I saw it {time} with {company}.
    The story follows {hero} who {deed}.
    It takes place in {place}.
    {maker} directed it and {maker} plays the lead.
    We rented it {time}.
    It was made in {place} on a small budget.
    The {part} comes from {maker}.
    I had read the book before.
    Then {hero} {deed}, and so the second act begins.
    {maker} appears only in the last third.
    The running time is about two hours.
    In the middle {hero} {deed}.
    There was talk of a sequel set in {place}.
    Most of it was shot in {place}.
    I knew {maker} from television.
    My friend fell asleep before the {part}.
    It begins in {place} and ends in {place}.
    The credits thank the people of {place}.
    It won some prize for the {part}.
    The poster shows {hero}."""
)

CARRIERS = {
    "film": _entries(
        """I watched this film {time} with {company}.
        The film tells of {hero} who {deed}.
        It is the second film by {maker}.
        This film is set in {place}.
        The film was shown {time}.
        After the film we talked about the {part}.
        Before this film {maker} made only shorts.
        The film opens with {hero} in {place}."""
    ),
    "one": _entries(
        """In one scene {hero} {deed}.
        Only one reel was shot in {place}.
        This is the one where {hero} {deed}.
        I had seen one earlier {kind} by {maker}.
        {maker} has one long speech about {place}.
        The {part} was done in one take.
        There is one chase through {place}.
        It got one nomination for the {part}."""
    ),
    "you": _entries(
        """If you know {maker}, that says something.
        It shows you {hero} who {deed}.
        The {part} is what you hear first.
        When {hero} {deed}, you know where it goes.
        Bring {company} with you.
        It takes you to {place}.
        Should you see it {time}, watch the {part}.
        I can tell you that {maker} wrote it."""
    ),
    "at": _entries(
        """We saw it at the festival {time}.
        At least {maker} turns up, at the station.
        It starts at night in {place}.
        Look at the {part} when {hero} {deed}.
        I saw it at home with {company}.
        {maker} plays at being {hero}.
        It ends at sunrise in {place}.
        The {part} was recorded at night."""
    ),
    "an": _entries(
        """It runs for an hour and a half.
        {maker} plays an uncle from {place}.
        There is an interval before the {part}.
        It began as an idea by {maker}.
        I saw it on an evening with {company}.
        It is based on an old song about {place}.
        Then an officer meets {hero}.
        It has an accordion in the {part}."""
    ),
    "are": _entries(
        """There are two scenes in {place}.
        The extras are all from {place}.
        There are few close shots of {maker}.
        The songs are by {maker}.
        Here are {hero} and the police.
        The dates are given before the {part}.
        Most roles are played by {maker}.
        The streets are those of {place}."""
    ),
}
"""Sentences with one of the paper's candidate words; they say nothing about quality.

Source: dasgupta2022, Sec. 5 ("film", "you"); the others are those that the authors' code
finds in IMDb.
"""
