import { videoPath } from './paths.ts'

// Paths of the specification that home does not need: of the account, 마이, payments and customer service.

export const accountsPath = '/accounts'
export const joinPath = '/accounts/join'
export const historyPath = '/mypage/videos'
export const notificationsPath = '/mypage/notifications'
export const notificationSettingsPath = '/mypage/notifications/settings'
export const profilePath = '/mypage/profile'
/** Identity verification for films for adults. Links to it load the document, whose response permits the provider's window. */
export const adultPath = '/mypage/adult'
export const customerServicePath = '/customer-service'

export const recoverIdPath = '/accounts/recovery/id'
export const recoverIdSuccessPath = '/accounts/recovery/id/success'
export const recoverPasswordPath = '/accounts/recovery/password/find'
export const emailChangePath = '/accounts/email-change'
/** A member lets a device in by the code that it shows. */
export const activatePath = '/activate'
export const profilesPath = '/profiles'
export const manageProfilesPath = '/profiles/manage'
export const newProfilePath = '/profiles/manage/new'
export const importProfilePath = '/profiles/manage/import'
export const editProfilePath = (id: number) => `/profiles/manage/${id}`
export const wishlistPath = '/mypage/wishlist'
export const listsPath = '/mypage/lists'
export const listPath = (id: number) => `${listsPath}/${id}`
export const sharedListPath = (token: string) => `/lists/${token}`
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
export const paymentCardFailPath = `${paymentCardPath}/fail`
export const cancelSubscriptionPath = '/mypage/unregister'
export const cancelConfirmPath = '/mypage/unregister/check'
export const cancelSuccessPath = '/mypage/unregister/success'
export const cancelFailPath = '/mypage/unregister/fail'
export const faqsPath = '/customer-service/faqs'
/** The first category, which is also the page that searches all categories. */
export const defaultFaqsPath = '/customer-service/faqs/account'
export const newInquiryPath = '/customer-service/inquirys/new'
export const inquiriesPath = '/customer-service/inquirys/list'
export const noticesPath = '/customer-service/notices'
export const playbackCheckPath = '/customer-service/playback-check'
export const termsPath = (name: string) => `/terms/${name}`
export const faqCategoryPath = (code: string) => `${faqsPath}/${code}`
/** A question, expanded in the list of its category. */
export const faqPath = (faq: { id: number; subject_code: string }) =>
  `${faqCategoryPath(faq.subject_code)}?id=${faq.id}`
export const noticePath = (id: number) => `${noticesPath}?id=${id}`
export const receiptPath = (order_id: string) => `${paymentsPath}/${order_id}`
/** A locked episode with the purchase dialog open; ownership type 2 is 대여, 3 is 소장. */
export const purchasePath = (episode: number, ownershipType: 2 | 3, method?: 'card' | 'point') =>
  `${videoPath(episode)}?buy=${ownershipType}${method ? `&with=${method}` : ''}`
