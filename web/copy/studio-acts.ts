import { catalogueActKinds } from './studio-catalogue-acts.ts'
import { uploadActKinds } from './studio-uploads.ts'

/** What each kind of act is called in the audit log; the areas of the studio add theirs. */
export const studioActKinds: Readonly<Record<string, string>> = {
  'staff.appointed': '운영자로 임명',
  'staff.dismissed': '운영자에서 해임',
  'staff.second_factor_reset': '추가 인증 초기화',
  ...catalogueActKinds,
  ...uploadActKinds,
}
