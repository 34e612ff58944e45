/** The layouts of destinations that have a skeleton of their own. */
export type SkeletonKind = 'home' | 'title' | 'grid' | 'list' | 'player'

const kinds: readonly (readonly [RegExp, SkeletonKind])[] = [
  [/^\/$/, 'home'],
  [/^\/(?:series|people)\//, 'title'],
  [/^\/(?:categories|search)(?:\/|$)/, 'grid'],
  [/^\/video\//, 'player'],
  [/^\/(?:customer-service|terms|mypage)(?:\/|$)/, 'list'],
]

/** The part of the address that stays while one moves within a page, such as between seasons or tabs. */
const placeOf = (pathname: string, kind: SkeletonKind | undefined) =>
  pathname.split('/', kind === 'title' ? 3 : 2).join('/')

const kindOf = (pathname: string) => kinds.find(([pattern]) => pattern.test(pathname))?.[1]

/** @returns undefined if the page stays while the next one loads: it shares most of its screen, or has no skeleton. */
export function skeletonKindOf(from: string, to: string): SkeletonKind | undefined {
  const kind = kindOf(to)
  return kind !== undefined && placeOf(from, kindOf(from)) === placeOf(to, kind) ? undefined : kind
}
