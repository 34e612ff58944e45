import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { ageCodes } from '#contract/core/constants.ts'
import type { SearchIntent } from '#contract/search/search.ts'

/** Labels of intents, rendered by the server alone. */
const labels = {
  available: '지금 볼 수 있는 작품',
  free: '무료',
  completed: '완결',
  captions: '자막 있음',
  dubbed: '더빙',
  newest: '최신순',
  popular: '인기순',
  country: (name: string) => name,
  years: (from: number, to: number) => (from === to ? `${from}년` : `${from}년대`),
  episode: (n: string) => `${n}화까지 있음`,
  season: (n: string) => `시즌 ${n}`,
  cast: (name: string) => (name ? `배우 ${name}` : '배우'),
  director: (name: string) => (name ? `감독 ${name}` : '감독'),
  writer: (name: string) => (name ? `작가 ${name}` : '작가'),
  similar: (title: string) => (title ? `‘${title}’ 같은 작품` : '비슷한 작품'),
  ignored: (text: string) => `‘${text}’ 빼고`,
} as const
const unmet = (label: string) => `${label} 없음`

type Category = { id: number; name: string }

/** The Korean label of an intent, with a note if no work passes the filter. */
export function labelIntent(intent: SearchIntent, categories: readonly Category[]): string {
  const label = labelOf(intent, categories)
  return intent.is_applied ? label : unmet(label)
}

function labelOf({ kind, value, text }: SearchIntent, categories: readonly Category[]): string {
  switch (kind) {
    case 'category':
      return categories.find(({ id }) => String(id) === value)?.name ?? text
    case 'age': {
      const code = ageCodes.find((ageCode) => ageCode === value)
      return code ? badgeMessages.age[code] : text
    }
    case 'years': {
      const [from, to] = value.split('-').map(Number) as [number, number]
      return labels.years(from, to)
    }
    case 'country':
    case 'episode':
    case 'season':
    case 'cast':
    case 'director':
    case 'writer':
    case 'similar':
      return labels[kind](value)
    case 'ignored':
      return labels.ignored(text)
    default:
      return labels[kind]
  }
}
