import type { Episode } from '#contract/contents/contents.ts'

/** The paths of the specification that home needs: of works, and of the pages to which every page links. */
export const homePath = '/'
export const categoriesPath = '/categories'
export const searchPath = '/search'
/** Opens the feed of short dramas. */
export const shortsPath = '/shorts'
export const loginPath = '/accounts/login'
export const mypagePath = '/mypage'
/** Shows the form, as `newInquiryPath` does: the specification lists both. */
export const inquiriesRootPath = '/customer-service/inquirys'

export const categoryPath = (id: number) => `/categories/${id}`
export const seriesPath = (id: number) => `/series/${id}`
export const seasonPath = (series: number, season: number) => `/series/${series}/season/${season}`
export const personPath = (id: number) => `/people/${id}`
export const videoPath = (episode: number) => `/video/${episode}`
/** Whether a path is a player page. */
export const isVideoPath = (pathname: string): boolean => /^\/video\/[^/]+\/?$/.test(pathname)

export const episodePath = (episode: Pick<Episode, 'id' | 'series' | 'season'>) =>
  `${seasonPath(episode.series.id, episode.season.id)}/episode/${episode.id}`

/** Adds the page to open after login. */
export function withRedirect(path: string, next: string | null): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}

/** The login page that redirects to `next` after login. */
export const loginPathFor = (next: string): string => withRedirect(loginPath, next)
