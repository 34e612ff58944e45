/** The name of the service and how to reach it. */
export const siteName = '한편'
export const siteTagline = '한 편씩, 마음에 드는 이야기를 만나는 곳'

/** Korean e-commerce law asks for these on every page (전자상거래법 제10조). */
export const supportContact = {
  mail: 'help@hanpyeon.example',
  phone: '02-0000-0112',
  hours: '평일 10:00–18:00 (점심 12:30–13:30, 주말·공휴일 휴무)',
} as const

/** The title of a page as a tab shows it. */
export const pageTitle = (title?: string): string =>
  title ? `${title} | ${siteName}` : `${siteName} | ${siteTagline}`
