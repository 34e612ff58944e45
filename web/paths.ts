import type { Episode } from '#contract/contents.ts'

/** The addresses of the specification, written in one place. */
export const homePath = '/'
export const categoriesPath = '/categories'
export const searchPath = '/search'
export const accountsPath = '/accounts'
export const loginPath = '/accounts/login'
export const joinPath = '/accounts/join'
/** The steps of signing up, in their order (D-10). */
export const joinSteps = ['', 'create-id', 'verify', 'name', 'password'] as const
export const joinStepPath = (step: (typeof joinSteps)[number]) =>
  step ? `${joinPath}/${step}` : joinPath
export const recoverIdPath = '/accounts/recovery/id'
export const recoverIdSuccessPath = '/accounts/recovery/id/success'
export const recoverPasswordPath = '/accounts/recovery/password/find'
export const mypagePath = '/mypage'
export const videosPath = '/mypage/videos'
export const wishlistPath = '/mypage/wishlist'
export const profilePath = '/mypage/profile'
export const purchasedPath = '/mypage/purchased'
export const rentedPath = `${purchasedPath}?kind=rental`
export const pointsPath = '/mypage/points'
export const pointLotsPath = `${pointsPath}?kind=lots`
export const paymentsPath = '/mypage/payments'
export const refundsPath = `${paymentsPath}?kind=refund`
export const withdrawalPath = '/mypage/withdrawal'
export const withdrawalSuccessPath = '/mypage/withdrawal/success'
export const plansPath = '/mypage/plans'
export const unregisterPath = '/mypage/unregister'
export const customerServicePath = '/customer-service'

export const categoryPath = (id: number) => `/categories/${id}`
export const seriesPath = (id: number) => `/series/${id}`
export const seasonPath = (series: number, season: number) => `/series/${series}/season/${season}`
export const videoPath = (episode: number) => `/video/${episode}`
/** A locked episode with its purchase sheet open: 대여 is 2, 소장 is 3 (D-51). */
export const buyingPath = (episode: number, way: 2 | 3, method?: 'card' | 'point') =>
  `${videoPath(episode)}?buy=${way}${method ? `&with=${method}` : ''}`
export const termsPath = (name: string) => `/terms/${name}`
export const receiptPath = (order_id: string) => `${paymentsPath}/${order_id}`
export const searchFor = (q: string) => `${searchPath}?q=${encodeURIComponent(q)}`

/** D-30: an episode is reached through its series and season. */
export const episodePath = (episode: Pick<Episode, 'id' | 'series' | 'season'>) =>
  `${seasonPath(episode.series.id, episode.season.id)}/episode/${episode.id}`
