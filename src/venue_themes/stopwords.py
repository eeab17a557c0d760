"""Words that carry no theme, and the test of whether a term may be shown at all.

Four kinds, since a word may be worthless alone and worth much in a phrase:

- ``FUNCTION_WORDS``: English grammar. They end a phrase, but for the ``CONNECTORS``, which may stand inside one
  (``mixture of experts``).
- ``BOILERPLATE``: scholarly stock words (propose, novel, state-of-the-art), never part of any term.
- ``GENERIC``: words that every paper uses (model, learning), never a term alone, welcome in a phrase
  (``kernel method``).
- ``MARKUP``: remnants of TeX, Markdown and addresses, never part of any term.
"""

import re
from functools import cache


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CONNECTORS = _words("""
as at by for from in of on the to with
""")

FUNCTION_WORDS = _words("""
a about above across after afterwards again against al albeit all almost alone along already also although always am
among amongst an and another any anyhow anyone anything anyway anywhere are aren't around as at away back be became
because become becomes becoming been before beforehand behind being below beside besides between beyond billion both
but by can can't cannot cf could couldn't did didn't do does doesn't doing don't done down due during each eg eight
either eleven else elsewhere enough entirely et etc even ever every everyone everything everywhere except few fewer
finally first firstly five for former formerly four from further furthermore get gets getting give given gives go goes
going gone got had hadn't hardly has hasn't have haven't having he hence her here hereafter hereby herein hereinafter
hers herself him himself his how however hundred i i'd i'll i'm i've ie if ii iii in indeed instead into is isn't it
it's its itself iv just keep last lastly lately later latter least less let let's lets like likewise made mainly make
makes making many may maybe me meantime meanwhile merely might million mine more moreover most mostly much must my
myself namely nearly neither never nevertheless next nine no nobody none nonetheless nor not nothing now nowhere of
off often on once one ones only onto or other others otherwise our ours ourselves out over overall own per perhaps
please quite rather really regarding respectively same say says second secondly see seem seemed seeming seems seen
seven several shall shan't she should shouldn't simultaneously since six so some somehow someone something sometime
sometimes somewhat somewhere soon still such ten than that that's the their theirs them themselves then thence there
thereafter thereby therefore therein thereof these they they're third thirdly this those though thousand three through
throughout thru thus to together too toward towards try twelve twice two under unless unlike until up upon us usually
various versa versus very via vice vs was wasn't we we're we've well were weren't what whatever when whence whenever
where whereas whereby wherein wherever whether which while whilst whither who who's whoever whole whom whose why will
with within without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself yourselves
""") | CONNECTORS

BOILERPLATE = _words("""
able abstract academic accessing accompanied according accordingly account achieve achieved achieves achieving
actually adapt adapted adaptively add added addition additional additionally address addressed addresses addressing
adds adopt adopted adopting adopts advance advanced advancement advancements advances advancing advantages adverse
advocate advocates affect affected affecting affects aforementioned aggregate aim aimed aiming aims alleviate
alleviates alleviating allow allowed allowing allows alternatively altogether ameliorate amenable amount amounts
analyse analysed analyses analyze analyzed analyzes analyzing anonymous apparent appealing appear appears appendix
applicability applicable applied applies apply applying appropriate approximately arbitrary argue argued argues arise
arises arising article aspect aspects assign assigns associated attain attained attaining attains attempt attempts
attracted attractive augment augments author authors availability available avenue avenues balances based becoming
begin begins behave behaves believe believed best better bolster bolsters boost boosting boosts bridge bridges
bridging briefly bring brings broad broadens broader broadly build builds built burgeoning bypass bypasses bypassing
calculate calculated calculates called capability capable capitalize capture captured captures capturing carefully
carried carry cause caused causes century certain challenge challenged challenges challenging changed changing chapter
characterize characterized characterizes circumvent circumvents claim claims clear clearly closely closer collectively
combination combine combined combines combining come comes common commonly comparable comparably compare compared
compares comparing comparison comparisons compelling compensate competing competitive complement complementary
comprehensive comprehensively comprise comprises compromise compromises compromising concern concerned concerns
concise conclude concludes conclusion concrete conduct conducted conducting confirm confirmed confirming confirms
consequence consequently consider considerable considerably considered considering considers consist consistent
consistently consisting consists construct constructed constructing constructs contain containing contains continue
continues contrasting contrasts contribute contributes contributing contribution contributions conventional convert
converting converts corresponding create created creates creating crucial crucially current currently cutting-edge
days deal dealing decade decades decompose decomposes decrease decreases decreasing deepen define defined defines
defining degrade degraded degrades deliver delivering delivers delve delves delving demand demanding demands
demonstrate demonstrated demonstrates demonstrating denote denoted depend depends derive derived derives deriving
describe described describes describing designed designing desirable desired despite detail detailed details determine
determined determines develop developed developing develops devise devised differ difference differences different
differentiate differing difficult difficulties difficulty directly discover discovered discovers discuss discussed
discusses discussion distinct distinguish distinguishes distinguishing diverse divide divides drastic drastically draw
drawn draws ease eases easier easily easy effective effectively effectiveness efficacy efficient efficiently effort
efforts elaborate eliminate eliminates eliminating elucidate embedded emerge emerged emerges emerging empirical
empirically employ employed employing employs enable enabled enables enabling encompass encompasses encompassing
encounter encountered encourage encourages encouraging enhance enhanced enhancement enhancements enhances enhancing
enjoy enjoys enrich enriches enriching ensure ensures ensuring entail entails entire especially essential essentially
establish established establishes establishing etal evaluate evaluated evaluates evaluating ever-growing
ever-increasing evident evolve evolves exacerbate exacerbates examine examined examines examining example examples
exceed exceeding exceeds excel excellent exceptional exhibit exhibited exhibiting exhibits exist existed existing
exists expect expected expensive experimentally explain explained explains explicit explicitly exploit exploited
exploiting exploits explore explored explores exploring extend extended extending extends extensive extensively extent
extra extremely face faced faces facilitate facilitated facilitates facilitating facing fact fail failed failing fails
failure failures fairly far favorable favorably feasibility feasible find finding findings finds flexibility flexibly
focus focused focuses focusing follow followed following follows formally formulate formulated formulates foster
fostering fosters found frequently fully fundamental fundamentally gained gaining garnered generality generalizable
generally github good great greater greatly ground-breaking ground-truth groundbreaking grounded grow growing growth
guarantee guaranteed hamper hampered hampers handle handled handles handling harness harnesses harnessing heavily held
help helped helpful helping helps herein high-quality higher-quality highlight highlighted highlighting highlights
highly hinder hindered hinders hinges hold holds holistic hot hours huge hypothesize hypothesizes idea ideas
identified identifies identify identifying illustrate illustrated illustrates illustrating impact impacted impactful
impacting impacts implement implementation implementations implemented implementing implements implication
implications implies imply importance important importantly impressive improve improved improvement improvements
improves improving in-depth inadequate include included includes including incorporate incorporated incorporates
incorporating increase increased increases increasing increasingly incur incurring incurs independently indicate
indicated indicates indicating ineffective infer inferred infers inherent inherently initially inject injecting
innovation innovations insight insightful insights inspiration inspired integrate integrated integrates integrating
intensive interested interesting interestingly interplay intricacies intricate intrinsic introduce introduced
introduces introducing intuition intuitive intuitively investigate investigated investigates investigating
investigation involve involved involves involving issue issues it's its known lack lacking lacks landscape large-scale
largely late latest lay lays lead leading leads learning-based leave leaves leaving led left leverage leveraged
leverages leveraging lie lies limitation limitations limited limiting literature little long-standing longstanding
look low-quality main mainstream maintain maintained maintaining maintains major manage manner marked markedly match
matches maximize maximized maximizes maximizing meaningful meet meets merely minimize minimized minimizes minimizing
minutes mitigate mitigated mitigates mitigating moderately modified modifies modify motivate motivated motivates
motivating motivation mutually myriad named namely naturally necessary necessitate necessitates necessity need needed
needing needs newly nontrivial notable notably note noted novel novelty nuanced numerous observation observations
observe observed observes obtain obtained obtaining obtains occur occurs odd off-the-shelf offer offered offering
offers ongoing open-source open-sourced opportunity optimally optimise optimize optimized optimizes optimizing
original originally outperform outperformed outperforming outperforms outside overcome overcomes overcoming overlook
overlooked overlooking overlooks overview paradigm paradigms paramount particular particularly pave paved paves paving
perfect perform performed performing performs periodically perspective perspectives pertinent pioneering plausible
play played playing plays plethora plug-and-play plug-in poor poorly pose posed poses posing posit posits possess
possesses possible possibly potential potentially powerful practical practicality practically practice precisely
preclude predict predicted predicts preferable presence present presented presenting presents preserve preserves
preserving prevail prevailing prevalence prevalent previous previously primarily primary principled produce produced
produces producing progression prohibitive project-page prominence prominent promise promising promisingly promote
promotes prone proper properly proposal propose proposed proposes proposing provably prove proved proven proves
provide provided provides providing prowess public publicly purely purpose pursue pursuit raise raised raises raising
randomly ranging rapid rapidly reach reached reaches reaching readily real-world realm reasonable reasonably reasons
receive received receives recent recently recognize recover recovered recovers reduce reduced reduces reducing refer
referred refers refine refined refines regard relate related relates relative relatively relevant reliably
reliance relies rely relying remain remained remaining remains remarkable remarkably remove removed removes removing
report reported reporting reports represent representative represented representing represents reproduce require
required requirement requirements requires requiring research researchers resemble resembles resp respective restrict
restricted restricts result resulted resulting results retain retained retaining retains reveal revealed revealing
reveals rich rigorous rigorously rise robustly role rooted satisfactory scarce scenario scenarios seamless seamlessly
seconds section seek seeking seeks seemingly select selected selecting selectively selects seminal serve served serves
serving setting settings severe severely share shares sharing shed sheds shortcoming shortcomings show showcase
showcased showcases showcasing showed showing shown shows significance significant significantly similar similarly
simple simpler simply single slight slightly so-called solely solution solutions solve solved solves solving
sophisticated sota special specific specifically stark start started starts state-of-art state-of-the-art
straightforward strategically strength strengthen strengthens strengths strict strictly striking strikingly strive
strong stronger struggle struggled struggles struggling studied studies study studying suboptimal subsequent
subsequently substantial substantially succeed succeeds success successes successful successfully suffer suffered
suffering suffers sufficient sufficiently suggest suggested suggesting suggests suitable suited summarize superior
superiority supplementary supported supporting supports surpass surpassed surpasses surpassing surprising surprisingly
surrounding synergistic systematic systematically tackle tackled tackles tackling tailored take taken takes taking
tend tends tens term termed terms testament tested theoretically thereby thorough thoroughly thousands timing today
traditional traditionally transform transformed transforming transforms treat treated treats tremendous trivial true
truly tuned turn turned turns typical typically ubiquitous ultimately unchanged unclear uncover uncovered uncovers
underexplored underlying underpin underscore underscored underscores underscoring understand understood undertake
unexpected unexplored unfortunately unifies unify unique uniquely unlock unparalleled unprecedented unrelated unveil
unveils urgent usage use used useful usefulness user-friendly uses using utilise utilises utilising utilization
utilize utilized utilizes utilizing valid validate validated validates validating valuable vanilla variant variants
variety vary varying vast vastly verified verifies verify versatile versatility viable viewed want wanting wants
wealth webpage website well-defined well-established well-known wide wide-ranging widely wider widespread work working
works worse worth yield yielded yielding yields zenodo
""")

GENERIC = _words("""
abilities ability ablations academia accelerate accuracies accuracy accurate adaptability algorithm algorithms
alternative alternatives analysis answer answers application applications approach approaches approximate architecture
architectures area array art artificial assumption assumptions average averaged balance balancing barrier barriers
baseline baselines basic behavior behaviors behaviour benchmark benchmarks benefit benefits bill body boolean
bottleneck bottlenecks bottom bound bounds branch budget building calculation call capabilities capacity case cases
change changes class classes classify code codes collection column community compatibility complex complexity
component components composition computation computational computationally computer computing con concept concepts
condition conditions configuration configurations connection constant constraint constraints content context contexts
continuous contrast controlled core correct cost costs criteria criterion critical cry data data-driven dataset
datasets de deep degree dependent design designs detect development dimension dimensions direct direction directions
domain domain-specific domains downstream drawing dynamic effect effects efficiency element elements embed emergence
empty end engineering environment environments error errors estimate estimates evaluation evaluations evidence
expansion experience experiment experimental experiments expert expressive factor factors family fast feature features
fill final fine fire fixed flexible forget form formal forms formula formulas formulation framework frameworks front
full function functions future gain gains gap gaps general generalization generalize generate generated generates
generating generation generative global goal goals group groups guarantees hand heuristic high higher highest human
humans identical implicit index indirect individual industry inference information initial input inputs instance
instances integration intelligence interaction interactions interest joint key kind knowledge language large larger
largest layer layers learn learned learning learns level levels light lightweight limit limits line lines load local
locality log long loss losses low lower machine machines magnitude magnitudes management mapping mathematical maximum
mean means measure measures mechanism mechanisms memory method methodologies methodology methods metric metrics mill
minimal minimum mixed model modeling modelling models modern modification move multiple name natural nature network
networks neural new noisy non normal notion number numbers numerical object objective objectives objects old open
operation operations optimal optimality order ordering origin outcome outcomes output outputs pair pairs paper papers
parameter parameters parametric part past pattern patterns performance performances phase phases phenomena phenomenon
pipeline pipelines place point points popular post power principle principles prior problem problems procedure
procedures process processes processing progress properties property put quality quantity querying question questions
random range rate rates reason relationship relationships reliable removal repository representation representations
resource resources robust robustness rule rules run sample samples scalability scalable scale scales scheme schemes
science search seed selection selective sequence sequences serious set sets setup shared short side signal sincere
size sizes small smaller social software source sources space spaces specialized speed squared stability stable stage
stages standard state states statistical step steps stop strategies strategy strongly structural structure structured
structures subject subset successive suite support system systems target targets task task-specific tasks technical
technically technique techniques technologies technology test tests theorem theoretical theory thick thin thinking
time times tool tools top topic total trade-off trade-offs tradeoff train trained training transformation
transformations trend tune type types unbiased understanding unified unit update updates upper user users utility
value values variable variables version versions view way ways weight weighted weights word world write year years
""")

MARKUP = _words("""
amp approx arxiv bitbucket boldsymbol br cdot cdots cid cite citep citet com dfrac div doi dots emph enumerate eqref
footnote frac ftp geq geqslant github githubio gitlab gt href htm html http https huggingface infty io item itemize
langle latex lceil ldots leq leqslant lfloor lt lvert mathbb mathbf mathcal mathfrak mathit mathop mathrm mathsf mdash
nabla nbsp ndash neq net operatorname org overline pdf propto qquad quad quot rangle rceil ref rfloor rvert sim span
sqrt sup tex textbf textit textrm textsc textsf textsubscript textsuperscript texttt tfrac underline url urls utf
widehat widetilde www youtube
""")

_NO_ADVERBS = _words("anomaly assembly butterfly family homophily heterophily monopoly multiply reply supply daily elderly")
_VERBS = _words("trained learned generated generates generate learns train generalize fixed shared popular including "
                "emerge emerges stop stops")
_BEFORE_AN_OBJECT = _words("accelerate accelerates assemble assembles encourage encourages learn learns")
_BEFORE_A_LONG_OBJECT = _words("accelerating assembling computing enabling extracting forming generating labeling labelling "
                               "learning modeling modelling predicting solving training")
_MANNER = _words("doubly conditionally densely fully globally jointly linearly locally partially physically publicly randomly "
                 "sparsely spatially strongly temporally uniformly weakly")
_ANY = _words("benchmark complex different general multiple new specific standard various")
_THINGS = _words("data datasets methods models problems settings tasks")

_MEASURE = re.compile(r"\d+(?:[.,]\d+)*(?:x|k|m|b|t|s|ms|st|nd|rd|th|gb|mb|kb|tb|pp|px|fps|hz|khz|min|h|e\d+)?",
                      re.IGNORECASE)


@cache
def no_part(word: str) -> bool:
    """Whether a lower-case word may be in no term: a number, one letter, markup, or boilerplate.

    >>> no_part("novel"), no_part("2.5x"), no_part("textbf"), no_part("3d"), no_part("kernel")
    (True, True, True, False, False)
    """
    return (len(word) < 2 or word in BOILERPLATE or word in MARKUP or not any(letter.isalpha() for letter in word)
            or _MEASURE.fullmatch(word) is not None)


def is_adverb(word: str) -> bool:
    """Whether a lower-case word ends as an adverb does and is none of the nouns that do, too."""
    return len(word) > 4 and word.endswith("ly") and word.isalpha() and word not in _NO_ADVERBS


@cache
def no_term(word: str) -> bool:
    """Whether a lower-case word may not be a term alone (it may be in a phrase, see the module); adverbs may not.

    >>> no_term("model"), no_term("the"), no_term("weakly"), no_term("diffusion"), no_term("anomaly")
    (True, True, True, False, False)
    """
    return is_adverb(word) or word in GENERIC or word in FUNCTION_WORDS or no_part(word)


def unfit(term: str) -> str | None:
    """Why a term should not be shown to a reader, or None where it may be.

    >>> unfit("mixture of experts"), unfit("of experts"), unfit("novel kernel"), unfit("learning"), unfit("a_{i}")
    (None, 'stop word at an end', 'boilerplate, markup or number', 'stop word', 'odd characters')
    >>> unfit("complex tasks"), unfit("sequentially assembled"), unfit("strongly convex"), unfit("learning graph wavelets")
    ('names nothing', 'an adverb at an end', None, 'a verb with its object')
    """
    words = term.lower().replace("’", "'").split()
    if not words or re.search(r"[\\{}$_^*<>|=~`\[\]@]|//|\w\.(com|org|net|io)\b", term):
        return "odd characters"
    if len(words) == 1 and no_term(words[0]):
        return "stop word"
    if words[0] in FUNCTION_WORDS or words[-1] in FUNCTION_WORDS:
        return "stop word at an end"
    if any(no_part(word) for word in words if word not in CONNECTORS):
        return "boilerplate, markup or number"
    return _unfit_phrase(words) if len(words) > 1 else None


def _unfit_phrase(words: list[str]) -> str | None:
    if words[-1] in _VERBS:
        return "a verb at the end"
    if words[:2] == ["number", "of"] or (len(words) == 2 and words[0] in _ANY and words[1] in _THINGS):
        return "names nothing"
    if is_adverb(words[-1]) or (is_adverb(words[0]) and words[0] not in _MANNER):
        return "an adverb at an end"
    leads = words[0] in _BEFORE_AN_OBJECT or (len(words) > 2 and words[0] in _BEFORE_A_LONG_OBJECT)
    return "a verb with its object" if leads else None
