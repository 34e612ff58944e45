/** The addresses of the studio, written in one place. */
export const studioPath = '/studio'
export const studioWorksPath = '/studio/works'
export const studioUploadsPath = '/studio/uploads'
export const studioInquiriesPath = '/studio/inquiries'
export const studioNoticesPath = '/studio/notices'
export const studioReviewsPath = '/studio/reviews'
export const studioMembersPath = '/studio/members'
export const studioMemberPath = (id: number) => `${studioMembersPath}/${id}`
export const studioActsPath = '/studio/acts'

export const studioImportPath = `${studioWorksPath}/import`
export const studioWorkPath = (id: number): string => `${studioWorksPath}/${id}`
export const studioPreviewPath = (id: number): string => `${studioWorksPath}/${id}/preview`
