import { ageTerms } from './age.ts'
import type { TermsDocument } from './document.ts'
import { marketingTerms } from './marketing.ts'
import { paidServiceTerms } from './paid-service.ts'
import { privacyPolicy } from './privacy.ts'
import { serviceTerms } from './service.ts'

/** D-72, by the name in the address. Long: read them in loaders alone, so that no script carries them. */
export const termsDocuments: Readonly<Record<string, TermsDocument>> = {
  service: serviceTerms,
  privacy: privacyPolicy,
  age: ageTerms,
  marketing: marketingTerms,
  'paid-service': paidServiceTerms,
}
