export const siteName = '한편'
const siteTagline = '한 편씩, 마음에 드는 이야기를 만나는 곳'

/** The document title. */
export const pageTitle = (title?: string): string =>
  title ? `${title} | ${siteName}` : `${siteName} | ${siteTagline}`
