import type { Act } from '../acts.ts'

/** What staff does about one member; the Korean words are in web/copy/studio-acts.ts. */
export type MemberKind =
  | 'member.looked_at'
  | 'member.signed_out'
  | 'member.refunded'
  | 'member.points_granted'

export type MemberAct = Act & { kind: MemberKind }
