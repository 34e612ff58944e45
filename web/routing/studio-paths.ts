export const studioPath = '/studio'
export const studioWorksPath = '/studio/works'
export const studioSchedulePath = '/studio/schedule'
export const studioHomeCurationPath = '/studio/home-curation'
export const studioHomePreviewPath = `${studioHomeCurationPath}/preview`
export const studioCategoriesPath = '/studio/categories'
export const studioUploadsPath = '/studio/uploads'
export const studioInquiriesPath = '/studio/inquiries'
export const studioNoticesPath = '/studio/notices'
export const studioReviewsPath = '/studio/reviews'
export const studioMembersPath = '/studio/members'
export const studioMemberPath = (id: number) => `${studioMembersPath}/${id}`
export const studioPricingPath = '/studio/pricing'
export const studioCampaignsPath = '/studio/campaigns'
export const studioCampaignPath = (id: number | 'new') => `${studioCampaignsPath}/${id}`
export const studioDeletionSurveysPath = '/studio/deletion-surveys'
export const studioRecommendationsPath = '/studio/recommendations'
export const studioSearchesPath = '/studio/searches'
export const studioAuditLogPath = '/studio/acts'
export const studioStaffPath = '/studio/staff'
export const studioHealthPath = '/studio/health'
export const studioSettingsPath = '/studio/settings'

export const studioImportPath = `${studioWorksPath}/import`
export const studioWorkPath = (id: number): string => `${studioWorksPath}/${id}`
export const studioPreviewPath = (id: number): string => `${studioWorksPath}/${id}/preview`
