import type { Episode } from '#contract/contents/contents.ts'

/** The paths of the specification. */
export const homePath = '/'
export const categoriesPath = '/categories'
export const searchPath = '/search'
export const accountsPath = '/accounts'
export const loginPath = '/accounts/login'
export const joinPath = '/accounts/join'
/** Steps of joining, in order (D-10). */
export const joinSteps = ['', 'create-id', 'verify', 'name', 'password'] as const
export const joinStepPath = (step: (typeof joinSteps)[number]) =>
  step ? `${joinPath}/${step}` : joinPath
export const recoverIdPath = '/accounts/recovery/id'
export const recoverIdSuccessPath = '/accounts/recovery/id/success'
export const recoverPasswordPath = '/accounts/recovery/password/find'
export const mypagePath = '/mypage'
export const historyPath = '/mypage/videos'
export const wishlistPath = '/mypage/wishlist'
export const profilePath = '/mypage/profile'
export const purchasesPath = '/mypage/purchased'
export const rentalsPath = `${purchasesPath}?kind=rental`
export const pointsPath = '/mypage/points'
export const pointExpiryPath = `${pointsPath}?kind=lots`
export const paymentsPath = '/mypage/payments'
export const refundsPath = `${paymentsPath}?kind=refund`
export const withdrawalPath = '/mypage/withdrawal'
export const withdrawalSuccessPath = '/mypage/withdrawal/success'
export const plansPath = '/mypage/plans'
/** Page to change the payment card; e-mails link here. */
export const paymentCardPath = '/mypage/plans/card'
export const cancelSubscriptionPath = '/mypage/unregister'
export const cancelConfirmPath = '/mypage/unregister/check'
export const cancelSuccessPath = '/mypage/unregister/success'
export const cancelFailPath = '/mypage/unregister/fail'
export const customerServicePath = '/customer-service'
export const faqsPath = '/customer-service/faqs'
/** The first category, which is also the page that searches all categories. */
export const defaultFaqsPath = '/customer-service/faqs/account'
/** Shows the form, as `newInquiryPath` does: the specification lists both. */
export const inquiriesRootPath = '/customer-service/inquirys'
export const newInquiryPath = '/customer-service/inquirys/new'
export const inquiriesPath = '/customer-service/inquirys/list'
export const noticesPath = '/customer-service/notices'
export const selfCheckPath = '/test#self-check'

export const categoryPath = (id: number) => `/categories/${id}`
export const seriesPath = (id: number) => `/series/${id}`
export const seasonPath = (series: number, season: number) => `/series/${series}/season/${season}`
export const videoPath = (episode: number) => `/video/${episode}`
/** Whether a path is a player page. */
export const isVideoPath = (pathname: string): boolean => /^\/video\/[^/]+\/?$/.test(pathname)
export const videoPathAt = (episode: number, seconds: number) =>
  `${videoPath(episode)}?t=${Math.floor(seconds)}`
/** A locked episode with the purchase dialog open; ownership type 2 is 대여, 3 is 소장 (D-51). */
export const purchasePath = (episode: number, ownershipType: 2 | 3, method?: 'card' | 'point') =>
  `${videoPath(episode)}?buy=${ownershipType}${method ? `&with=${method}` : ''}`
export const termsPath = (name: string) => `/terms/${name}`
export const faqCategoryPath = (code: string) => `${faqsPath}/${code}`
/** A question, expanded in the list of its category. */
export const faqPath = (faq: { id: number; subject_code: string }) =>
  `${faqCategoryPath(faq.subject_code)}?id=${faq.id}`
export const noticePath = (id: number) => `${noticesPath}?id=${id}`
export const receiptPath = (order_id: string) => `${paymentsPath}/${order_id}`
export const searchResultsPath = (q: string) => `${searchPath}?q=${encodeURIComponent(q)}`

// D-30
export const episodePath = (episode: Pick<Episode, 'id' | 'series' | 'season'>) =>
  `${seasonPath(episode.series.id, episode.season.id)}/episode/${episode.id}`

/** Adds the page to open after login. */
export function withRedirect(path: string, next: string | null): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}

/** The login page that redirects to `next` after login. */
export const loginPathFor = (next: string): string => withRedirect(loginPath, next)
