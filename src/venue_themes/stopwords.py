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
able abstract academic accordingly account achieve achieved achieves achieving actually additional additionally
address addressed addresses addressing adopt adopted adopting adopts advance advanced advancement advancements
advances advancing aforementioned aim aimed aiming aims allow allowed allowing allows alternatively amenable amount
amounts analyse analysed analyses analyze analyzed analyzes analyzing anonymous apparent appealing appear appears
appendix applicable applied applies apply applying appropriate approximately argue argued argues arise arises arising
article aspect aspects attain attained attaining attains attempt attempts attracted author authors availability
available based becoming believe best better briefly bring brings broad broadly build builds built called capability
capable capitalize capture captured captures capturing carefully carried carry century certain challenge challenged
challenges challenging chapter characterize characterized characterizes claim claims clear clearly closely combine
combined combines combining come comes common commonly comparable comparably compare compared compares comparing
comparison comparisons compelling competing competitive complement complementary comprehensive comprehensively
comprise comprises concern concerned concerns conclude concludes conclusion conduct conducted conducting confirm
confirmed confirming confirms consequently consider considerable considerably considered considering considers consist
consistent consistently consisting consists contain containing contains contribute contributes contributing
contribution contributions conventional corresponding create created creates creating crucial crucially current
currently cutting-edge deal dealing decade decades deliver delivering delivers demonstrate demonstrated demonstrates
demonstrating denote denoted depend depends derive derived derives deriving describe described describes describing
designed designing desirable desired despite detail detailed details determine determined determines develop developed
developing develops devise devised differ different difficult difficulties difficulty directly discover discovered
discovers discuss discussed discusses discussion distinct diverse drastic drastically draw drawn draws easily easy
effective effectively effectiveness efficacy efficient efficiently effort efforts elaborate emerge emerged emerges
emerging empirical empirically employ employed employing employs enable enabled enables enabling encompass encompasses
encompassing encounter encouraging enhance enhanced enhancement enhancements enhances enhancing enjoy enjoys ensure
ensures ensuring entail especially essential essentially establish established establishes establishing etal evaluate
evaluated evaluates evaluating ever-growing evident examine examined examines examining example examples exceed
exceeding exceeds excel excellent exhibit exhibited exhibiting exhibits exist existed existing exists expect expected
expensive experimentally explain explained explains exploit exploited exploiting exploits explore explored explores
exploring extend extended extending extends extensive extensively extent extra facilitate facilitated facilitates
facilitating fact fail failed failing fails fairly far favorable favorably feasible find finding findings finds focus
focused focuses focusing follow followed following follows formally found fully fundamental fundamentally garnered
generalizable generally github good great greater greatly ground-breaking groundbreaking grow growing growth guarantee
guaranteed handle handled handles handling held help helped helpful helping helps herein highlight highlighted
highlighting highlights highly hold holds hot huge idea ideas identified identifies identify identifying illustrate
illustrated illustrates illustrating impact impactful impacts implement implementation implementations implemented
implementing implements implication implications implies imply importance important importantly impressive improve
improved improvement improvements improves improving in-depth inadequate include included includes including
incorporate incorporated incorporates incorporating increase increased increases increasing increasingly indicate
indicated indicates indicating inherent inherently insight insightful insights inspired intensive interested
interesting interestingly introduce introduced introduces introducing intuition intuitive intuitively investigate
investigated investigates investigating investigation involve involved involves involving issue issues it's its known
lack lacking lacks large-scale largely lead leading leads leave leaves led leverage leveraged leverages leveraging lie
lies limitation limitations limited limiting literature little long-standing longstanding look main maintain
maintained maintaining maintains major marked markedly match matches meaningful meet meets mitigate mitigated
mitigates mitigating moderately motivate motivated motivates motivation namely naturally necessary necessitate
necessitates need needed needing needs newly nontrivial notable notably note noted novel novelty numerous observation
observations observe observed observes obtain obtained obtaining obtains occur occurs off-the-shelf offer offered
offering offers open-source open-sourced opportunity original originally outperform outperformed outperforming
outperforms overcome overcomes overcoming overview paper papers paradigm paradigms paramount particular particularly
pave paved paves paving perform performed performing performs perspective perspectives pertinent pioneering plausible
play played playing plays plug-and-play pose posed poses posing possess possesses possible possibly potential
potentially powerful practical practically practice precisely preferable presence present presented presenting
presents prevalent previous previously primarily primary principled prohibitive project-page prominent promise
promising promisingly promote promotes proper properly proposal propose proposed proposes proposing provably prove
proved proven proves provide provided provides providing prowess public publicly purpose ranging rapid rapidly
real-world recent recently recognize reduce reduced reduces reducing regard reliance relies rely relying remain
remained remaining remains remarkable remarkably report reported reporting reports require required requirement
requirements requires requiring research researchers resp respective result resulted resulting results reveal revealed
revealing reveals rich rigorous rigorously rise role satisfactory scarce scenario scenarios section seek seeking seeks
seminal serve served serves serving setting settings severe severely shed sheds shortcoming shortcomings show showcase
showcased showcases showcasing showed showing shown shows significance significant significantly similar similarly
simple simply single slight slightly so-called solely solution solutions solve solved solves solving sophisticated
sota special specific specifically state-of-art state-of-the-art straightforward strength strengths strict strictly
striking strikingly strive strong stronger struggle struggled struggles struggling studied studies study studying
subsequently substantial substantially success successes successful successfully suffer suffered suffering suffers
sufficient sufficiently suggest suggested suggesting suggests suitable summarize superior superiority supplementary
supported supporting supports surpass surpassed surpasses surpassing surprising surprisingly surrounding tackle
tackled tackles tackling tailored take taken takes taking tend tends tens term termed terms testament theoretically
thereby thorough thoroughly today traditional traditionally tremendous trivial true truly typical typically ubiquitous
ultimately unclear uncover uncovers underexplored underlying underpin underscore underscored underscores underscoring
understand understood undertake unexplored unfortunately unique uniquely unlock unprecedented urgent usage use used
useful usefulness user-friendly uses using utilise utilises utilising utilization utilize utilized utilizes utilizing
valid validate validated validates validating valuable vanilla variant variants variety vary varying vast versatile
versatility viable wealth webpage website well-established well-known wide wide-ranging widely widespread work working
works worse worth yield yielded yielding yields zenodo
""")

GENERIC = _words("""
abilities ability accuracy accurate algorithm algorithms analysis application applications approach approaches
architecture architectures area art artificial assumption assumptions baseline baselines behavior behaviors behaviour
benchmark benchmarks benefit benefits bill body bottom bound bounds branch building call capabilities capacity case
cases change changes class classes code codes collection community complex complexity component components computation
computational computationally computer computing con concept concepts condition conditions connection constraint
constraints context contexts contrast correct cost costs critical cry data dataset datasets de deep degree design
designs dimension dimensions direct direction directions domain domains drawing dynamic effect effects element
elements empty engineering environment environments error errors estimate estimates evaluation evaluations evidence
experience experiment experimental experiments expert expressive factor factors family feature features fill final
fine fire fixed flexible form formal formulation framework frameworks front full function functions future gain gains
gap gaps general generalization generalize generate generated generates generating generation generative global goal
goals group groups guarantees hand high higher highest human humans implicit individual inference information input
inputs instance instances intelligence interaction interactions interest joint key kind knowledge language large
larger largest layer layers learn learned learning learns level levels light limit limits line local long loss losses
low lower machine machines mapping mathematical maximum mean means measure measures mechanism mechanisms memory method
methods metric metrics mill minimal minimum model modeling modelling models modern move multiple name natural nature
network networks neural new non notion number numbers object objective objectives objects open operation operations
optimal order outcome outcomes output outputs pair pairs parameter parameters part pattern patterns performance
performances phase phenomena phenomenon pipeline pipelines place point points popular power principle principles prior
problem problems procedure procedures process processes processing properties property put quality quantity question
questions random range rate rates reason reliable representation representations resource resources robust robustness
run sample samples scale scales scheme schemes science search sequence sequences serious set sets setup shared short
side signal sincere size sizes small smaller social software source sources space spaces speed stage stages standard
state states statistical step steps strategies strategy strongly structure structured structures subject subset suite
support system systems target targets task tasks technique techniques technologies technology test tests theorem
theoretical theory thick thin time times tool tools top total train trained training trend type types understanding
unified unit upper user users utility value values variable variables version view way ways weight weights word world
year years
""")

MARKUP = _words("""
amp approx arxiv bitbucket boldsymbol br cdot cdots cite citep citet com dfrac div doi dots emph enumerate eqref
footnote frac ftp geq geqslant github githubio gitlab gt href htm html http https huggingface infty io item itemize
langle lceil ldots leq leqslant lfloor lt lvert mathbb mathbf mathcal mathfrak mathit mathop mathrm mathsf mdash nabla
nbsp ndash neq net operatorname org overline pdf propto qquad quad quot rangle rceil ref rfloor rvert sim span sqrt
sup textbf textit textrm textsc textsf textsubscript textsuperscript texttt tfrac underline url urls widehat widetilde
www youtube
""")

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


@cache
def no_term(word: str) -> bool:
    """Whether a lower-case word may not be a term alone (it may be in a phrase, see the module).

    >>> no_term("model"), no_term("the"), no_term("diffusion")
    (True, True, False)
    """
    return word in GENERIC or word in FUNCTION_WORDS or no_part(word)


def unfit(term: str) -> str | None:
    """Why a term should not be shown to a reader, or None where it may be.

    >>> unfit("mixture of experts"), unfit("of experts"), unfit("novel kernel"), unfit("learning"), unfit("a_{i}")
    (None, 'stop word at an end', 'boilerplate, markup or number', 'stop word', 'odd characters')
    """
    words = term.lower().replace("’", "'").split()
    if not words or re.search(r"[\\{}$_^*<>|=~`\[\]@]|//", term):
        return "odd characters"
    if len(words) == 1 and no_term(words[0]):
        return "stop word"
    if words[0] in FUNCTION_WORDS or words[-1] in FUNCTION_WORDS:
        return "stop word at an end"
    if any(no_part(word) for word in words if word not in CONNECTORS):
        return "boilerplate, markup or number"
    return "stop words only" if all(no_term(word) for word in words) and len(words) < 2 else None
