import type { endpoints } from '#contract/index.ts'
import type { ProblemCode } from '#contract/problems.ts'

type Name = {
  [D in keyof typeof endpoints]: `${D}.${string & keyof (typeof endpoints)[D]}`
}[keyof typeof endpoints]

export type Example = {
  path: string
  init?: RequestInit
  /** The refusal this example ends in, where the planted world holds nothing that succeeds. */
  refused?: ProblemCode
}

/** A call of each kind that the planted world answers. A call without one does not compile. */
export const examples: Record<Name, Example> = {
  'contents.listCategories': { path: '/api/contents/categories/' },
  'contents.readCategory': { path: '/api/contents/categories/6/' },
  'contents.listAgeRatings': { path: '/api/contents/ageratings/' },
  'contents.listSeries': { path: '/api/contents/series/?category=6&limit=5' },
  'contents.readSeries': { path: '/api/contents/series/1/' },
  'contents.listEpisodes': { path: '/api/contents/episodes/?limit=50&ordering=-viewer_count' },
  'contents.readEpisode': { path: '/api/contents/episodes/1/' },
  'contents.search': { path: '/api/contents/search/?q=%EB%8B%AC' },
  'playback.readVideo': { path: '/api/contents/1/video/', refused: 'video_not_ready' },
}
