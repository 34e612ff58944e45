/** Required on every page by Korean e-commerce law (전자상거래법 제10조). */
export const supportContact = {
  mail: 'help@hanpyeon.example',
  phone: '02-0000-0112',
  hours: '평일 10:00–18:00 (점심 12:30–13:30, 주말·공휴일 휴무)',
} as const
