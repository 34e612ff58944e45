/**
 * Common passwords, mostly of Korean users: keyboard patterns, words, names, teams, idols, and Korean words as keystrokes
 * on a QWERTY keyboard (`tkfkdgo` is 사랑해). In lower case, without common suffixes.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passwd passw0rd p@ssword p@ssw0rd pa55word pa$$word passwort passwords mypassword newpassword yourpassword
  password1password password123password thisispassword nopassword secretpassword passphrase pass passpass pass1234 passcode
  qwerty qwertyu qwertyui qwertyuio qwertyuiop qwertyqwerty qwert qwer qwerqwer qwerasdf qwerasdfzxcv qweasd qweasdzxc qweqwe qwe
  asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfasdf asdfqwer asd asdasd zxcv zxcvb zxcvbn zxcvbnm zxcvzxcv zxc zxcasd zxcasdqwe
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p q1w2e3 q1w2e3r4 q1w2e3r4t5
  q1w2e3r4t5y6 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw2 qazwsx qazwsxedc qazwsxedcrfv zaq12wsx zaq1xsw2 zaq1zaq1 !qaz2wsx
  1234qwer 12345qwert 123456qwerty 123qwe 123qweasd 123qweasdzxc 12qwaszx 1234asdf 1234abcd 1234zxcv qwer1234 qwer1234qwer qwe123qwe
  asdf1234 asdf1234asdf zxcv1234 a1b2c3 a1b2c3d4 a1b2c3d4e5 a1s2d3 a1s2d3f4 a1s2d3f4g5 z1x2c3 z1x2c3v4 1a2b3c 1a2b3c4d 1a2s3d4f
  !@#$%^&*() !@#$%^&*()_+ 1!2@3#4$ 1!2@3#4$5% 1!2@3#4$5%6^ qlalfqjsgh qlqjs qlqlqjs qlalfdlek qlalf
  abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcabc abcabcabc abcd1234 abc123abc aabbcc aaa aaaa aa
  123456789a 1234567890a 12345678a a123456789 a1234567890 a12345678 aa123456789 aa12345678 aaa123456 q1234567890 q123456789
  1234567890 12345678910 123456789012 0123456789 0987654321 9876543210 1029384756 1357924680 1122334455 112233445566 1212121212
  123123123 1231231234 123412341234 1234554321 12344321 123321123321 147258369 1472583690 741852963 159357456 159753456852
  admin administrator admin1234 adminadmin root rootroot toor user username guest test tester testing testtest test1234 temp
  temporary default changeme change_me changeit letmein letmeinnow welcome welcomehome login loginlogin access master masterkey
  secret topsecret private system server service computer internet desktop samsung samsungtv samsunggalaxy galaxy lg lgtwins
  iphone ipad macbook android google naver navercom kakao kakaotalk daum daumnet nate hanmail gmail youtube facebook instagram
  netflix tving wavve watcha disney coupang baemin toss hyundai kia korea koreakorea southkorea republicofkorea daehanminguk
  seoul busan daegu incheon gwangju daejeon ulsan jeju jejudo gangnam hongdae dokdo hankook hangul minguk taegeuk
  iloveyou iloveu ilovemyself ilovemom ilovekorea iloveyouforever loveyou loveyouforever lovelove love loveme lover lovely
  loveletter mylove mylover truelove youandme forever foreverlove always sarang saranghae saranghaeyo saranghe salang salanghae
  babo baboya mungchung jjang jjangjjang dkssud dkssudgktpdy dkssudgktpdy dkssudgkdl dksgodnfk tkfkd tkfkdgo tkfkdgody tkfkdgo
  tkfkdgoqhrltlwna tkfkdtkfkd tkfkdtm tkfkddms sksmsdi sksms sksmssj sksk sjfmftkfkdgo sjfkddhs skftkfkd rlatkfkd gody godyfur
  rkskekfk rkskekfkakqktk rkskekfkakqktkdk ekfkawnl ekffu ekfrrl ehskswk ehsqhek wlsWk wlswk wkdcks wkfsksrj wkfwlso
  dmldml dlfma dlfmadlfma eoqkr eoqkrskwk eoqkrdldi eogksalsrnr eogksalsrnraksp ghkdlxld ghkxld gkgkgk gkgkgkgk zzzz zzzzzz
  rkatkgkqslek rhakdnj rhakqtmqslek thwndgksrj thswlvfl akfldk dkaktlqkf dkfkqldk djaak djaakdkqk djaakakakdk dkqkdjaak dkQkdjaak
  rkwhr dnflrkwhr dnflwlq rlawjddms rlaalswl rlaalstn dlwlgns dlwlgp qkrwltjd chlwlgns wjdtkdgns rladudtn ghdrlfehd dltnstls
  todlf todlfcnrgk cnrgkgo gkseksrj gksrnr gksrmf tjdnf qntks eorn dlscjs wpwneh whdmsgkfn alfksl gmlakd gmlakdgmlakd
  kimchi bulgogi ramyeon chicken pizza coffee chocolate strawberry banana apple orange cherry cookie candy sugar honey honeybee
  hello hellohello helloworld hellokitty hi hihihi hey hehe haha hahaha lalala dudududu yeah yes nono
  sunshine sunflower moonlight starlight starstar star rainbow flower rose butterfly summer winter spring autumn january february
  march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  angel angel1004 angelangel 1004angel angel1004angel cheonsa princess prince queen king kingking god jesus jesuslove jesuschrist
  christ yesu hananim hallelujah amen blessing grace faith buddha happy happyday happyhappy happyhouse happiness smile lucky
  luckyday luckyseven hope dream dreamer dreamhigh peace freedom victory fighting hwaiting paiting champion hero legend
  superman batman spiderman ironman pokemon pikachu doraemon pororo pengsoo mickey mickeymouse minions starwars harrypotter
  dragon dragonball monkey tiger lion eagle bear kitty puppy happydog dog cat mydog mycat babycat shadow phoenix ninja samurai
  football soccer baseball basketball hockey golf tennis taekwondo worldcup manchester manutd liverpool chelsea arsenal realmadrid
  barcelona dodgers yankees twins doosanbears kiatigers lottegiants samsunglions hanwhaeagles sonheungmin parkjisung kimyuna
  bts btsarmy bangtan army blackpink blink twice exo exol nct seventeen ikon bigbang shinee superjunior snsd girlsgeneration
  redvelvet gfriend mamamoo aespa newjeans ive lesserafim straykids enhypen txt imyoung iu uaena limyoungwoong squidgame
  starcraft league leagueoflegends lol maplestory maple dungeon lineage overwatch minecraft roblox fortnite sudden suddenattack
  michael jordan michaeljordan jennifer jessica ashley daniel david andrew thomas robert charlie jackson matthew joshua hannah
  minsu minji jimin jihoon jihun minho jiwon jisoo jieun yuna soojin sujin hyunwoo jungkook taehyung kimminsu kimminji kimjihoon
  kim lee park choi jung kang hong honggildong gildong hongkildong leesoonshin kimchulsoo chulsoo younghee
  mother father mom dad mommy daddy mymom mydad family myfamily babybaby baby mybaby sister brother friend friends bestfriend
  money moneymoney rich jackpot lotto bitcoin million dollar samsungcard mybank student teacher school college university
  trustno1 whatever nothing something everything fuckyou fuckoff fuck shit asshole sex sexy sexsex sibal tlqkf tlqkftoRl
  tlqkfsha tlqkfdk qudtls qudtlstoRl alcls alclssha wlfkf rotoRl toRl rotoRldi babo1234 ajdcjd ajdcjddl qkqh qkqhqkqh qkqhdi
  open opensesame sesame abracadabra magic matrix computer123 killer hunter ranger soldier pepper ginger maggie buster
  mustang ferrari porsche mercedes corvette harley yamaha bmw benz avante sonata genesis grandeur
  zaq1 xxx xxxxxx qqq qqqq wwww eeee ssss dddd ffff gggg zzz okokok ok asdfjkl asdfjkl; jkl; fdsa rewq poiuytrewq lkjhgfdsa mnbvcxz
  `
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase()),
)
