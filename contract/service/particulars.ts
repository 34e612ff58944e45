/** The name of a service that has not chosen one. */
export const defaultServiceName = '한편'

const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5]

/** `0000000000` or `000-00-00000` as `000-00-00000`; other text unchanged. */
export function formatBusinessNumber(text: string): string {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d{10}$/.test(digits)
    ? `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
    : text.trim()
}

/** Whether a number of the form `000-00-00000` has the check digit of a 사업자등록번호. */
export function isBusinessNumber(text: string): boolean {
  if (!/^\d{3}-\d{2}-\d{5}$/.test(text)) return false
  const digits = [...text.replaceAll('-', '')].map(Number)
  const sum = weights.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0)
  return (10 - ((sum + Math.floor((5 * (digits[8] ?? 0)) / 10)) % 10)) % 10 === digits[9]
}

/** Whether the number is that of no company, as in the demonstration: no tax office has 000. */
export const isInvented = (number: string): boolean => number.startsWith('000-')

/**
 * Particulars that a shop must show on its pages: 전자상거래법 제10조 제1항 and 시행규칙 제7조 (the first six and the hosting provider),
 * 제13조 제1항 (the number of the report), 개인정보 보호법 제30조 (the privacy officer).
 */
export const requiredParticulars = [
  'company_name',
  'representative',
  'address',
  'phone',
  'email',
  'business_number',
  'mail_order_number',
  'hosting_provider',
  'privacy_officer',
] as const
export type RequiredParticular = (typeof requiredParticulars)[number]

/** The legal documents, in the order of their tabs. */
export const termsNames = ['service', 'privacy', 'age', 'marketing', 'paid-service'] as const
export type TermsName = (typeof termsNames)[number]

/** The documents that a shop must show before it sells. */
export const requiredTerms = ['service', 'privacy', 'paid-service'] as const
