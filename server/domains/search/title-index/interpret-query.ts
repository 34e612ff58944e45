/** Searches for what a query means: words such as `다시보기` tell what to do with a title and are no part of it. */
import { matchKindOf, matchKinds, planText, type QueryPlan } from './match-ranking.ts'
import type { SearchHits, TitleIndex } from './title-index.ts'
import type { TitleQuery } from './title-search.ts'

const intentWords = new Set(
  [
    '보기 다시보기 다시 무료 무료보기 무료다시보기 공짜 시청 재생 몰아보기 정주행 재방송 본방 실시간 온라인 스트리밍 ott',
    '다운 다운로드 토렌트 링크 사이트 어디서 고화질 hd fhd uhd 4k 1080p 720p 자막 한글자막 무자막 자막판 더빙 더빙판 한글',
    '결말 결말포함 줄거리 내용 해석 리뷰 후기 평점 별점 명대사 명장면 예고편 쿠키 출연진 등장인물 배우 감독 몇부작 회차 전편',
    '영화 드라마 애니 애니메이션 만화 예능 다큐 다큐멘터리 시리즈 작품 최신 최신화 신작 추천 인기',
    'movie film series drama anime full online free watch streaming sub subtitles trailer ending review',
  ].flatMap((line) => line.split(' ')),
)
/** Words that are also written without a space after the title, the longest first. */
const suffixes = [...intentWords]
  .filter((word) => /^[가-힣]{2,}$/.test(word))
  .sort((one, other) => other.length - one.length)
/** Episodes and seasons: `1화`, `3회`, `2기`, `시즌2`, `s1e2`. */
const position = /^(?:(?:제)?\d+(?:화|회|기|편|부)|시즌\d+|season\d+|s\d+(?:e\d+)?|ep?\d+)$/

/** The query without the words that are no part of a title; null if there are none, or nothing else. */
export function withoutIntentWords(q: string): string | null {
  const words = q
    .normalize('NFC')
    .trim()
    .replace(/(시즌|season)\s+(?=\d)/giu, '$1')
    .split(/\s+/)
  const kept = words.flatMap((word) => {
    const lowerCase = word.toLowerCase()
    if (intentWords.has(lowerCase) || position.test(lowerCase)) return []
    const suffix = suffixes.find((one) => word.length > one.length + 1 && word.endsWith(one))
    return [suffix ? word.slice(0, -suffix.length) : word]
  })
  const text = kept.join(' ')
  return text === '' || text === words.join(' ') ? null : text
}

/** The hits of a query, and of which text they are; `interpreted_as` is null for the text as it was typed. */
export type Interpretation = { plan: QueryPlan; hits: SearchHits; interpreted_as: string | null }

/** Searches for the query, and without its intent words if that matches a title better. */
export function interpretQuery(index: TitleIndex, query: TitleQuery): Interpretation {
  const plan = planText(query.q)
  const typed = { plan, hits: index.search(query, plan), interpreted_as: null }
  if (bestKind(typed.hits) < matchKinds.word) return typed
  const text = withoutIntentWords(query.q)
  if (text === null) return typed
  const shorter = planText(text)
  const hits = index.search({ ...query, q: text }, shorter)
  return bestKind(hits) < bestKind(typed.hits)
    ? { plan: shorter, hits, interpreted_as: text }
    : typed
}

const bestKind = ({ best_rank }: SearchHits) => matchKindOf(best_rank)
