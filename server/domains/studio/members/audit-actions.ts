import type { AuditEntry } from '../audit-log.ts'

/** Staff actions on a member. The Korean labels are in web/copy/studio-acts.ts. */
export type MemberAuditAction =
  | 'member.looked_at'
  | 'member.signed_out'
  | 'member.refunded'
  | 'member.points_granted'

export type MemberAuditEntry = AuditEntry & { kind: MemberAuditAction }
