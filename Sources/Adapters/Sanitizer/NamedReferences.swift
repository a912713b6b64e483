/// The names of character references that HTML 5 adds to those of HTML 4, written by
/// `Tests/Tables/named-references.py`.
///
/// One word for the characters: their names, joined by `,`, then `;` and the code points in hexadecimal, joined
/// by `+`. A word without code points stands for the one after the word before it.
enum NamedReferences {
  static let words: StaticString = """
    Tab;9 NewLine excl;21 QUOT num dollar percnt AMP apos lpar rpar ast,midast plus comma period;2E sol
    colon;3A semi LT nvlt;3C+20D2 equals;3D bne;3D+20E5 GT;3E nvgt;3E+20D2 quest;3F commat lbrack,lsqb;5B bsol
    rbrack,rsqb Hat UnderBar,lowbar DiacriticalGrave,grave fjlig;66+6A lbrace,lcub;7B VerticalLine,verbar,vert
    rbrace,rcub NonBreakingSpace;A0 Dot,DoubleDot,die;A8 COPY REG,circledR;AE strns PlusMinus,pm;B1
    DiacriticalAcute;B4 CenterDot,centerdot;B7 Cedilla half;BD angst;C5 div;F7 Amacr;100 amacr Abreve abreve
    Aogon aogon Cacute cacute Ccirc ccirc Cdot cdot Ccaron ccaron Dcaron dcaron Dstrok dstrok Emacr emacr
    Edot;116 edot Eogon eogon Ecaron ecaron Gcirc gcirc Gbreve gbreve Gdot gdot Gcedil Hcirc;124 hcirc Hstrok
    hstrok Itilde itilde Imacr imacr Iogon;12E iogon Idot imath,inodot IJlig ijlig Jcirc jcirc Kcedil kcedil
    kgreen Lacute lacute Lcedil lcedil Lcaron lcaron Lmidot lmidot Lstrok lstrok Nacute nacute Ncedil ncedil
    Ncaron ncaron napos ENG eng Omacr omacr Odblac;150 odblac Racute;154 racute Rcedil rcedil Rcaron rcaron
    Sacute sacute Scirc scirc Scedil scedil Tcedil;162 tcedil Tcaron tcaron Tstrok tstrok Utilde utilde Umacr
    umacr Ubreve ubreve Uring uring Udblac udblac Uogon uogon Wcirc wcirc Ycirc ycirc Zacute;179 zacute Zdot
    zdot Zcaron zcaron imped;1B5 gacute;1F5 jmath;237 Hacek,caron;2C7 Breve,breve;2D8 DiacriticalDot,dot ring
    ogon DiacriticalTilde DiacriticalDoubleAcute,dblac DownBreve;311 ohm;3A9 epsi;3B5 sigmav,varsigma;3C2
    upsi;3C5 thetav,vartheta;3D1 Upsi phiv,straightphi,varphi;3D5 varpi Gammad;3DC digamma,gammad
    kappav,varkappa;3F0 rhov,varrho epsiv,straightepsilon,varepsilon;3F5 backepsilon,bepsi IOcy;401 DJcy GJcy
    Jukcy DScy Iukcy YIcy Jsercy LJcy NJcy TSHcy KJcy Ubrcy;40E DZcy Acy Bcy Vcy Gcy Dcy IEcy ZHcy Zcy Icy Jcy
    Kcy Lcy Mcy Ncy Ocy Pcy Rcy Scy Tcy Ucy Fcy KHcy TScy CHcy SHcy SHCHcy HARDcy Ycy SOFTcy Ecy YUcy YAcy acy
    bcy vcy gcy dcy iecy zhcy zcy icy jcy kcy lcy mcy ncy ocy pcy rcy scy tcy ucy fcy khcy tscy chcy shcy
    shchcy hardcy ycy softcy ecy yucy yacy iocy;451 djcy gjcy jukcy dscy iukcy yicy jsercy ljcy njcy tshcy
    kjcy ubrcy;45E dzcy emsp13;2004 emsp14 numsp;2007 puncsp ThinSpace VeryThinSpace,hairsp
    NegativeMediumSpace,NegativeThickSpace,NegativeThinSpace,NegativeVeryThinSpace,ZeroWidthSpace
    dash,hyphen;2010 horbar;2015 Verbar,Vert OpenCurlyQuote;2018 CloseCurlyQuote,rsquor lsquor
    OpenCurlyDoubleQuote;201C CloseCurlyDoubleQuote,rdquor ldquor ddagger;2021 bullet nldr;2025 mldr
    pertenk;2031 tprime;2034 backprime,bprime OverBar;203E caret;2041 hybull;2043 bsemi;204F qprime;2057
    MediumSpace;205F ThickSpace;205F+200A NoBreak;2060 ApplyFunction,af InvisibleTimes,it InvisibleComma,ic
    TripleDot,tdot;20DB DotDot Copf,complexes;2102 incare;2105 gscr;210A HilbertSpace,Hscr,hamilt
    Hfr,Poincareplane Hopf,quaternions planckh hbar,hslash,planck,plankv Iscr,imagline Ifr,Im,imagpart
    Laplacetrf,Lscr,lagran ell Nopf,naturals;2115 numero copysr wp Popf,primes Qopf,rationals Rscr,realine
    Re,Rfr,realpart Ropf,reals rx TRADE;2122 Zopf,integers;2124 mho;2127 Zfr,zeetrf iiota
    Bernoullis,Bscr,bernou;212C Cayleys,Cfr escr;212F Escr,expectation Fouriertrf,Fscr
    Mellintrf,Mscr,phmmat;2133 order,orderof,oscr aleph beth gimel daleth CapitalDifferentialD,DD;2145
    DifferentialD,dd ExponentialE,ee,exponentiale ImaginaryI,ii frac13;2153 frac23 frac15 frac25 frac35 frac45
    frac16 frac56 frac18 frac38 frac58 frac78 LeftArrow,ShortLeftArrow,leftarrow,slarr;2190
    ShortUpArrow,UpArrow,uparrow RightArrow,ShortRightArrow,rightarrow,srarr
    DownArrow,ShortDownArrow,downarrow LeftRightArrow,leftrightarrow UpDownArrow,updownarrow,varr
    UpperLeftArrow,nwarr,nwarrow UpperRightArrow,nearr,nearrow LowerRightArrow,searr,searrow
    LowerLeftArrow,swarr,swarrow nlarr,nleftarrow nrarr,nrightarrow rarrw,rightsquigarrow;219D nrarrw;219D+338
    Larr,twoheadleftarrow;219E Uarr Rarr,twoheadrightarrow Darr larrtl,leftarrowtail rarrtl,rightarrowtail
    LeftTeeArrow,mapstoleft UpTeeArrow,mapstoup RightTeeArrow,map,mapsto DownTeeArrow,mapstodown
    hookleftarrow,larrhk;21A9 hookrightarrow,rarrhk larrlp,looparrowleft looparrowright,rarrlp
    harrw,leftrightsquigarrow nharr,nleftrightarrow Lsh,lsh;21B0 Rsh,rsh ldsh rdsh cularr,curvearrowleft;21B6
    curarr,curvearrowright circlearrowleft,olarr;21BA circlearrowright,orarr LeftVector,leftharpoonup,lharu
    DownLeftVector,leftharpoondown,lhard RightUpVector,uharr,upharpoonright LeftUpVector,uharl,upharpoonleft
    RightVector,rharu,rightharpoonup DownRightVector,rhard,rightharpoondown
    RightDownVector,dharr,downharpoonright LeftDownVector,dharl,downharpoonleft
    RightArrowLeftArrow,rightleftarrows,rlarr UpArrowDownArrow,udarr LeftArrowRightArrow,leftrightarrows,lrarr
    leftleftarrows,llarr upuparrows,uuarr rightrightarrows,rrarr ddarr,downdownarrows
    ReverseEquilibrium,leftrightharpoons,lrhar Equilibrium,rightleftharpoons,rlhar nLeftarrow,nlArr
    nLeftrightarrow,nhArr nRightarrow,nrArr DoubleLeftArrow,Leftarrow DoubleUpArrow,Uparrow
    DoubleRightArrow,Implies,Rightarrow DoubleDownArrow,Downarrow DoubleLeftRightArrow,Leftrightarrow,iff
    DoubleUpDownArrow,Updownarrow,vArr nwArr neArr seArr swArr Lleftarrow,lAarr Rrightarrow,rAarr zigrarr;21DD
    LeftArrowBar,larrb;21E4 RightArrowBar,rarrb DownArrowUpArrow,duarr;21F5 loarr;21FD roarr hoarr ForAll
    comp,complement PartialD npart;2202+338 Exists;2203 NotExists,nexist,nexists emptyset,emptyv,varnothing
    Del;2207 Element,in,isinv NotElement,notinva ReverseElement,SuchThat,niv;220B
    NotReverseElement,notni,notniva Product;220F Coproduct,coprod Sum MinusPlus,mnplus,mp;2213 dotplus,plusdo
    Backslash,setminus,setmn,smallsetminus,ssetmn;2216 SmallCircle,compfn;2218 Sqrt;221A
    Proportional,propto,varpropto,vprop;221D angrt;221F angle nang;2220+20D2 angmsd,measuredangle;2221 angsph
    VerticalBar,mid,shortmid,smid NotVerticalBar,nmid,nshortmid,nsmid
    DoubleVerticalBar,par,parallel,shortparallel,spar NotDoubleVerticalBar,npar,nparallel,nshortparallel,nspar
    wedge vee caps;2229+FE00 cups;222A+FE00 Integral;222B Int iiint,tint ContourIntegral,conint,oint
    Conint,DoubleContourIntegral Cconint cwint ClockwiseContourIntegral,cwconint
    CounterClockwiseContourIntegral,awconint Therefore,therefore Because,becaus,because ratio Colon,Proportion
    dotminus,minusd mDDot;223A homtht Tilde,thicksim,thksim nvsim;223C+20D2 backsim,bsim;223D race;223D+331
    ac,mstpos;223E acE;223E+333 acd;223F VerticalTilde,wr,wreath NotTilde,nsim EqualTilde,eqsim,esim
    NotEqualTilde,nesim;2242+338 TildeEqual,sime,simeq;2243 NotTildeEqual,nsime,nsimeq TildeFullEqual simne
    NotTildeFullEqual,ncong TildeTilde,ap,approx,thickapprox,thkap NotTildeTilde,nap,napprox ape,approxeq apid
    napid;224B+338 backcong,bcong;224C CupCap,asympeq nvap;224D+20D2 Bumpeq,HumpDownHump,bump;224E
    NotHumpDownHump,nbump;224E+338 HumpEqual,bumpe,bumpeq;224F NotHumpEqual,nbumpe;224F+338
    DotEqual,doteq,esdot;2250 nedot;2250+338 doteqdot,eDot;2251 efDot,fallingdotseq erDot,risingdotseq
    Assign,colone,coloneq ecolon,eqcolon ecir,eqcirc circeq,cire wedgeq;2259 veeeq triangleq,trie;225C
    equest,questeq;225F NotEqual Congruent bnequiv;2261+20E5 NotCongruent,nequiv;2262 leq;2264 nvle;2264+20D2
    GreaterEqual,geq;2265 nvge;2265+20D2 LessFullEqual,lE,leqq;2266 nlE,nleqq;2266+338
    GreaterFullEqual,gE,geqq;2267 NotGreaterFullEqual,ngE,ngeqq;2267+338 lnE,lneqq;2268
    lvertneqq,lvnE;2268+FE00 gnE,gneqq;2269 gvertneqq,gvnE;2269+FE00 Lt,NestedLessLess,ll;226A
    NotLessLess,nLtv;226A+338 nLt;226A+20D2 Gt,NestedGreaterGreater,gg;226B NotGreaterGreater,nGtv;226B+338
    nGt;226B+20D2 between,twixt;226C NotCupCap NotLess,nless,nlt NotGreater,ngt,ngtr NotLessEqual,nle,nleq
    NotGreaterEqual,nge,ngeq LessTilde,lesssim,lsim GreaterTilde,gsim,gtrsim NotLessTilde,nlsim
    NotGreaterTilde,ngsim LessGreater,lessgtr,lg GreaterLess,gl,gtrless NotLessGreater,ntlg
    NotGreaterLess,ntgl Precedes,pr,prec Succeeds,sc,succ PrecedesSlantEqual,prcue,preccurlyeq
    SucceedsSlantEqual,sccue,succcurlyeq PrecedesTilde,precsim,prsim SucceedsTilde,scsim,succsim
    NotSucceedsTilde;227F+338 NotPrecedes,npr,nprec;2280 NotSucceeds,nsc,nsucc subset
    NotSubset,nsubset,vnsub;2282+20D2 Superset,supset;2283 NotSuperset,nsupset,vnsup;2283+20D2 nsup;2285
    SubsetEqual,subseteq SupersetEqual,supseteq NotSubsetEqual,nsube,nsubseteq
    NotSupersetEqual,nsupe,nsupseteq subne,subsetneq varsubsetneq,vsubne;228A+FE00 supne,supsetneq;228B
    varsupsetneq,vsupne;228B+FE00 cupdot;228D UnionPlus,uplus SquareSubset,sqsub,sqsubset
    NotSquareSubset;228F+338 SquareSuperset,sqsup,sqsupset;2290 NotSquareSuperset;2290+338
    SquareSubsetEqual,sqsube,sqsubseteq;2291 SquareSupersetEqual,sqsupe,sqsupseteq SquareIntersection,sqcap
    sqcaps;2293+FE00 SquareUnion,sqcup;2294 sqcups;2294+FE00 CirclePlus;2295 CircleMinus,ominus CircleTimes
    osol CircleDot,odot circledcirc,ocir circledast,oast circleddash,odash;229D boxplus,plusb boxminus,minusb
    boxtimes,timesb dotsquare,sdotb RightTee,vdash LeftTee,dashv DownTee,top UpTee,bot,bottom models;22A7
    DoubleRightTee,vDash Vdash Vvdash VDash nvdash nvDash nVdash nVDash prurel
    LeftTriangle,vartriangleleft,vltri;22B2 RightTriangle,vartriangleright,vrtri
    LeftTriangleEqual,ltrie,trianglelefteq nvltrie;22B4+20D2 RightTriangleEqual,rtrie,trianglerighteq;22B5
    nvrtrie;22B5+20D2 origof;22B6 imof multimap,mumap hercon intcal,intercal veebar barvee;22BD angrtvb lrtri
    Wedge,bigwedge,xwedge Vee,bigvee,xvee Intersection,bigcap,xcap Union,bigcup,xcup Diamond,diam,diamond
    Star,sstarf;22C6 divideontimes,divonx bowtie ltimes rtimes leftthreetimes,lthree rightthreetimes,rthree
    backsimeq,bsime curlyvee,cuvee curlywedge,cuwed Sub,Subset Sup,Supset Cap Cup fork,pitchfork epar
    lessdot,ltdot gtdot,gtrdot Ll nLl;22D8+338 Gg,ggg;22D9 nGg;22D9+338 LessEqualGreater,leg,lesseqgtr;22DA
    lesg;22DA+FE00 GreaterEqualLess,gel,gtreqless;22DB gesl;22DB+FE00 cuepr,curlyeqprec;22DE cuesc,curlyeqsucc
    NotPrecedesSlantEqual,nprcue NotSucceedsSlantEqual,nsccue NotSquareSubsetEqual,nsqsube
    NotSquareSupersetEqual,nsqsupe lnsim;22E6 gnsim precnsim,prnsim scnsim,succnsim
    NotLeftTriangle,nltri,ntriangleleft NotRightTriangle,nrtri,ntriangleright
    NotLeftTriangleEqual,nltrie,ntrianglelefteq NotRightTriangleEqual,nrtrie,ntrianglerighteq vellip ctdot
    utdot dtdot disin isinsv isins isindot notindot;22F5+338 notinvc;22F6 notinvb isinE;22F9 notinE;22F9+338
    nisd;22FA xnis nis notnivc notnivb barwed,barwedge;2305 Barwed,doublebarwedge LeftCeiling;2308
    RightCeiling LeftFloor RightFloor drcrop dlcrop urcrop ulcrop bnot profline;2312 profsurf telrec;2315
    target ulcorn,ulcorner;231C urcorn,urcorner dlcorn,llcorner drcorn,lrcorner frown,sfrown;2322 smile,ssmile
    cylcty;232D profalar topbot;2336 ovbar;233D solbar;233F angzarr;237C lmoust,lmoustache;23B0
    rmoust,rmoustache OverBracket,tbrk;23B4 UnderBracket,bbrk bbrktbrk OverParenthesis;23DC UnderParenthesis
    OverBrace UnderBrace trpezium;23E2 elinters;23E7 blank;2423 circledS,oS;24C8 HorizontalLine,boxh;2500
    boxv;2502 boxdr;250C boxdl;2510 boxur;2514 boxul;2518 boxvr;251C boxvl;2524 boxhd;252C boxhu;2534
    boxvh;253C boxH;2550 boxV boxdR boxDr boxDR boxdL boxDl boxDL boxuR boxUr boxUR boxuL boxUl boxUL boxvR
    boxVr boxVR boxvL boxVl boxVL boxHd boxhD boxHD boxHu boxhU boxHU boxvH boxVh boxVH uhblk;2580 lhblk;2584
    block;2588 blk14;2591 blk12 blk34 Square,squ,square;25A1
    FilledVerySmallSquare,blacksquare,squarf,squf;25AA EmptyVerySmallSquare rect;25AD marker fltns;25B1
    bigtriangleup,xutri;25B3 blacktriangle,utrif triangle,utri blacktriangleright,rtrif;25B8
    rtri,triangleright bigtriangledown,xdtri;25BD blacktriangledown,dtrif dtri,triangledown
    blacktriangleleft,ltrif;25C2 ltri,triangleleft lozenge;25CA cir tridot;25EC bigcirc,xcirc;25EF ultri;25F8
    urtri lltri EmptySmallSquare FilledSmallSquare bigstar,starf;2605 star phone;260E female;2640 male;2642
    spadesuit;2660 clubsuit;2663 heartsuit;2665 diamondsuit sung;266A flat;266D natur,natural sharp
    check,checkmark;2713 cross;2717 malt,maltese;2720 sext;2736 VerticalSeparator;2758 lbbrk;2772 rbbrk
    bsolhsub;27C8 suphsol LeftDoubleBracket,lobrk;27E6 RightDoubleBracket,robrk LeftAngleBracket,lang,langle
    RightAngleBracket,rang,rangle Lang Rang loang roang LongLeftArrow,longleftarrow,xlarr;27F5
    LongRightArrow,longrightarrow,xrarr LongLeftRightArrow,longleftrightarrow,xharr
    DoubleLongLeftArrow,Longleftarrow,xlArr DoubleLongRightArrow,Longrightarrow,xrArr
    DoubleLongLeftRightArrow,Longleftrightarrow,xhArr longmapsto,xmap;27FC dzigrarr;27FF nvlArr;2902 nvrArr
    nvHarr Map lbarr;290C bkarow,rbarr lBarr dbkarow,rBarr RBarr,drbkarow DDotrahd UpArrowBar DownArrowBar
    Rarrtl;2916 latail;2919 ratail lAtail rAtail larrfs rarrfs larrbfs rarrbfs nwarhk;2923 nearhk
    hksearow,searhk hkswarow,swarhk nwnear nesear,toea seswar,tosa swnwar rarrc;2933 nrarrc;2933+338
    cudarrr;2935 ldca rdca cudarrl larrpl curarrm;293C cularrp rarrpl;2945 harrcir;2948 Uarrocir lurdshar
    ldrushar LeftRightVector;294E RightUpDownVector DownLeftRightVector LeftUpDownVector LeftVectorBar
    RightVectorBar RightUpVectorBar RightDownVectorBar DownLeftVectorBar DownRightVectorBar LeftUpVectorBar
    LeftDownVectorBar LeftTeeVector RightTeeVector RightUpTeeVector RightDownTeeVector DownLeftTeeVector
    DownRightTeeVector LeftUpTeeVector LeftDownTeeVector lHar uHar rHar dHar luruhar ldrdhar ruluhar rdldhar
    lharul llhard rharul lrhard UpEquilibrium,udhar ReverseUpEquilibrium,duhar RoundImplies erarr simrarr
    larrsim rarrsim rarrap ltlarr gtrarr;2978 subrarr suplarr;297B lfisht rfisht ufisht dfisht lopar;2985
    ropar lbrke;298B rbrke lbrkslu rbrksld lbrksld rbrkslu langd rangd lparlt rpargt gtlPar ltrPar
    vzigzag;299A vangrt;299C angrtvbd ange;29A4 range dwangle uwangle angmsdaa angmsdab angmsdac angmsdad
    angmsdae angmsdaf angmsdag angmsdah bemptyv demptyv cemptyv raemptyv laemptyv ohbar omid opar operp;29B9
    olcross;29BB odsold olcir;29BE ofcir olt ogt cirscir cirE solb bsolb boxbox;29C9 trisb;29CD rtriltri
    LeftTriangleBar NotLeftTriangleBar;29CF+338 RightTriangleBar;29D0 NotRightTriangleBar;29D0+338 iinfin;29DC
    infintie nvinfin eparsl;29E3 smeparsl eqvparsl blacklozenge,lozf;29EB RuleDelayed;29F4 dsol;29F6
    bigodot,xodot;2A00 bigoplus,xoplus bigotimes,xotime biguplus,xuplus;2A04 bigsqcup,xsqcup;2A06
    iiiint,qint;2A0C fpartint cirfnint;2A10 awint rppolint scpolint npolint pointint quatint intlarhk
    pluscir;2A22 plusacir simplus plusdu plussim plustwo mcomma;2A29 minusdu loplus;2A2D roplus Cross timesd
    timesbar smashp;2A33 lotimes rotimes otimesas Otimes odiv triplus triminus tritime intprod,iprod
    amalg;2A3F capdot ncup;2A42 ncap capand cupor cupcap capcup cupbrcap capbrcup cupcup capcap ccups ccaps
    ccupssm;2A50 And;2A53 Or andand oror orslope andslope andv;2A5A orv andd ord wedbar;2A5F sdote;2A66
    simdot;2A6A congdot;2A6D ncongdot;2A6D+338 easter;2A6E apacir apE napE;2A70+338 eplus;2A71 pluse Esim
    Colone Equal ddotseq,eDDot;2A77 equivDD ltcir gtcir ltquest gtquest LessSlantEqual,leqslant,les
    NotLessSlantEqual,nleqslant,nles;2A7D+338 GreaterSlantEqual,geqslant,ges;2A7E
    NotGreaterSlantEqual,ngeqslant,nges;2A7E+338 lesdot;2A7F gesdot lesdoto gesdoto lesdotor gesdotol
    lap,lessapprox gap,gtrapprox lne,lneq gne,gneq lnap,lnapprox gnap,gnapprox lEg,lesseqqgtr gEl,gtreqqless
    lsime gsime lsimg gsiml lgE glE lesges gesles els,eqslantless egs,eqslantgtr elsdot egsdot el eg siml;2A9D
    simg simlE simgE LessLess NotNestedLessLess;2AA1+338 GreaterGreater;2AA2 NotNestedGreaterGreater;2AA2+338
    glj;2AA4 gla ltcc gtcc lescc gescc smt lat smte smtes;2AAC+FE00 late;2AAD lates;2AAD+FE00 bumpE;2AAE
    PrecedesEqual,pre,preceq NotPrecedesEqual,npre,npreceq;2AAF+338 SucceedsEqual,sce,succeq;2AB0
    NotSucceedsEqual,nsce,nsucceq;2AB0+338 prE;2AB3 scE precneqq,prnE scnE,succneqq prap,precapprox
    scap,succapprox precnapprox,prnap scnap,succnapprox Pr Sc subdot supdot subplus supplus submult supmult
    subedot supedot subE,subseteqq nsubE,nsubseteqq;2AC5+338 supE,supseteqq;2AC6 nsupE,nsupseteqq;2AC6+338
    subsim;2AC7 supsim subnE,subsetneqq;2ACB varsubsetneqq,vsubnE;2ACB+FE00 supnE,supsetneqq;2ACC
    varsupsetneqq,vsupnE;2ACC+FE00 csub;2ACF csup csube csupe subsup supsub subsub supsup suphsub supdsub
    forkv topfork mlcp Dashv,DoubleLeftTee;2AE4 Vdashl;2AE6 Barv vBar vBarv Vbar;2AEB Not bNot rnmid cirmid
    midcir topcir nhpar parsim parsl;2AFD nparsl;2AFD+20E5 fflig;FB00 filig fllig ffilig ffllig Ascr;1D49C
    Cscr;1D49E Dscr Gscr;1D4A2 Jscr;1D4A5 Kscr Nscr;1D4A9 Oscr Pscr Qscr Sscr;1D4AE Tscr Uscr Vscr Wscr Xscr
    Yscr Zscr ascr bscr cscr dscr fscr;1D4BB hscr;1D4BD iscr jscr kscr lscr mscr nscr pscr;1D4C5 qscr rscr
    sscr tscr uscr vscr wscr xscr yscr zscr Afr;1D504 Bfr Dfr;1D507 Efr Ffr Gfr Jfr;1D50D Kfr Lfr Mfr Nfr Ofr
    Pfr Qfr Sfr;1D516 Tfr Ufr Vfr Wfr Xfr Yfr afr;1D51E bfr cfr dfr efr ffr gfr hfr ifr jfr kfr lfr mfr nfr
    ofr pfr qfr rfr sfr tfr ufr vfr wfr xfr yfr zfr Aopf Bopf Dopf;1D53B Eopf Fopf Gopf Iopf;1D540 Jopf Kopf
    Lopf Mopf Oopf;1D546 Sopf;1D54A Topf Uopf Vopf Wopf Xopf Yopf aopf;1D552 bopf copf dopf eopf fopf gopf
    hopf iopf jopf kopf lopf mopf nopf oopf popf qopf ropf sopf topf uopf vopf wopf xopf yopf zopf
    """
}
