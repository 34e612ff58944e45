import { ageTerms } from './age.ko.ts'
import type { TermsDocument } from './terms-document.ts'
import { marketingTerms } from './marketing.ko.ts'
import { paidServiceTerms } from './paid-service.ko.ts'
import { privacyPolicy } from './privacy.ko.ts'
import { serviceTerms } from './service.ko.ts'

export const termsMessages = {
  contents: '차례',
  others: '다른 약관',
  versions: '버전',
  /** `day` as `2026년 11월 1일`. */
  effective: (day: string) => `${day}부터 시행`,
  current: '지금 시행 중',
  old: '예전 버전이에요. 지금 시행 중인 내용은 따로 있어요.',
  to_current: '지금 내용 보기',
  print: '인쇄',
} as const

/** D-72: documents by their name in the address. Large, so import them in loaders only. */
export const termsDocuments: Readonly<Record<string, TermsDocument>> = {
  service: serviceTerms,
  privacy: privacyPolicy,
  age: ageTerms,
  marketing: marketingTerms,
  'paid-service': paidServiceTerms,
}
