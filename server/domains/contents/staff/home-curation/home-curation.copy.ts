/** The name of home's curation in the audit log. */
export const homeSubject = '홈 편성'
