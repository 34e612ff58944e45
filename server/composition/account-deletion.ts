import type { AccountDeletionHook } from '#server/api/account-deletion-hook.ts'
import { archiveMemberInquiries } from '#server/domains/customer-services/index.ts'
import { paymentsDeletionHook } from '#server/domains/transactions/index.ts'

/** The hooks of the domains in the order in which they run (D-18, D-122). */
export const accountDeletionHooks: readonly AccountDeletionHook[] = [
  paymentsDeletionHook,
  { delete: archiveMemberInquiries },
]
