/** The words of queries that have a meaning: those below, and the names of the site's categories. */
import type { SearchIntent } from '#contract/search/search.ts'
import { countryName, countryNumbers } from './countries.ts'

/** The meaning of a word; a role and `similar` refer to the words before or after it. */
export type WordMeaning = Pick<SearchIntent, 'kind' | 'value'>

/** A category of the site, and whether the settings name it as that of works from Korea or from abroad. */
export type SearchCategory = { id: number; name: string; is_korean: boolean; is_abroad: boolean }

export type Vocabulary = {
  /** By words in lower case. */
  meanings: ReadonlyMap<string, WordMeaning>
  /** Words that are also written without a space after a title, the longest first. */
  suffixes: readonly string[]
  /** Names of several words, which become one word of `meanings`. */
  phrases: readonly { pattern: RegExp; word: string }[]
}

/** Words of queries that tell what is looked for and are no part of a title. */
const wordsByMeaning: readonly (readonly [string, SearchIntent['kind'], string?])[] = [
  [
    '다시보기 시청 재생 몰아보기 정주행 재방송 본방 실시간 온라인 스트리밍 ott online watch streaming',
    'available',
  ],
  ['보기 다시', 'available'],
  ['무료 무료보기 공짜 free', 'free'],
  ['결말 결말포함 완결 완결작 ending', 'completed'],
  ['자막 한글자막 자막판 sub subtitles', 'captions'],
  ['더빙 더빙판 한국어더빙 우리말더빙 dub dubbed', 'dubbed'],
  ['최신 최신작 최신화 신작', 'newest'],
  ['인기 인기작 추천 추천작 볼만한 유명한', 'popular'],
  ['전체관람가 전체이용가 전연령 어린이 키즈', 'age', 'ALL'],
  ['12세 12금 12세이상 12세관람가', 'age', '12'],
  ['15세 15금 15세이상 15세관람가', 'age', '15'],
  ['19세 19금 청불 성인 청소년관람불가 19세이상', 'age', '19'],
  ['배우 주연 출연 출연작 나오는 나온 출연한', 'cast'],
  ['감독 감독작 연출 연출작 감독한 연출한', 'director'],
  ['작가 각본 극본 집필', 'writer'],
  ['같은 비슷한 닮은 느낌의 풍의', 'similar'],
  ['무자막 한글 다운 다운로드 토렌트 링크 사이트 어디서 고화질', 'ignored'],
  [
    'hd fhd uhd 4k 1080p 720p full 줄거리 내용 해석 리뷰 후기 평점 별점 명대사 명장면 예고편 쿠키',
    'ignored',
  ],
  ['출연진 등장인물 몇부작 회차 전편 시리즈 작품 trailer review series', 'ignored'],
]

/** Words of the same meaning: if one is the name of a category, the others mean it too. */
const categoryWords: readonly (readonly string[])[] = [
  ['영화', 'movie', 'film'],
  ['드라마', 'drama'],
  ['애니메이션', '애니', '만화', '만화영화', 'anime'],
  ['예능', '버라이어티'],
  ['다큐멘터리', '다큐'],
  ['숏드라마', '숏폼'],
]
const koreanWords = ['국내', '한국']
const abroadWords = ['해외', '외국']

const builtInMeanings = new Map<string, WordMeaning>(
  wordsByMeaning.flatMap(([words, kind, value = '']) =>
    words.split(' ').map((word) => [word, { kind, value }] as const),
  ),
)
for (const [name, number] of countryNumbers)
  builtInMeanings.set(name, { kind: 'country', value: countryName(number) })

/** Names of categories come before other meanings of a word, and those before other words for a category. */
export function createVocabulary(categories: readonly SearchCategory[]): Vocabulary {
  const names = categories.map(({ id, name }) => ({ id, name: name.normalize('NFC').trim() }))
  const named = names.map(({ id, name }) => [wordOf(name), meaningOfCategory(id)] as const)
  const meanings = new Map<string, WordMeaning>([...builtInMeanings, ...named])
  for (const { id, name, is_korean, is_abroad } of categories) {
    const words = [
      ...(categoryWords.find((group) => group.includes(wordOf(name))) ?? []),
      ...(is_korean ? koreanWords : []),
      ...(is_abroad ? abroadWords : []),
    ]
    for (const word of words) if (!meanings.has(word)) meanings.set(word, meaningOfCategory(id))
  }
  return {
    meanings,
    suffixes: [...meanings.keys()]
      .filter((word) => /^[가-힣]{2,}$/.test(word))
      .sort((a, b) => b.length - a.length),
    phrases: names
      .filter(({ name }) => /\s/.test(name))
      .map(({ name }) => ({
        pattern: new RegExp(escapeRegExp(name).replaceAll(/\s+/g, String.raw`\s+`), 'gi'),
        word: wordOf(name),
      })),
  }
}

const escapeRegExp = (text: string) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)
const wordOf = (name: string) => name.normalize('NFC').toLowerCase().replaceAll(/\s+/g, '')
const meaningOfCategory = (id: number): WordMeaning => ({ kind: 'category', value: String(id) })
