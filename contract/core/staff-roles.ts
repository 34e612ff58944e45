/** The roles of staff. A member of staff has one; `owner` may make every call of the studio. */
export const staffRoles = ['analyst', 'editor', 'support', 'finance', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The access of a call to staff with one of these roles and a second factor. Contains `owner`. */
export type StaffAccess = {
  readonly staff: readonly [...Exclude<StaffRole, 'owner'>[], 'owner']
}

/** The access of the studio's calls, by subject. A screen requires the access of the calls that it makes first. */
export const studioAccess = {
  /** Statistics of plays, sales and player errors. */
  figures: { staff: ['analyst', 'finance', 'owner'] },
  /** Why members deleted their accounts. */
  deletion_surveys: { staff: ['analyst', 'support', 'owner'] },
  /** Figures and settings of recommendations and of search, for reading. */
  discovery: { staff: ['analyst', 'editor', 'owner'] },
  discovery_editing: { staff: ['editor', 'owner'] },
  /** Works, their schedule, films and captions. */
  catalogue: { staff: ['editor', 'owner'] },
  /** Inquiries, reported reviews, FAQs and notices. */
  support: { staff: ['support', 'owner'] },
  /** Members and their orders, for reading. Personal data is masked. */
  members: { staff: ['support', 'finance', 'owner'] },
  member_devices: { staff: ['support', 'owner'] },
  /** Suspension, and the e-mail address. */
  member_accounts: { staff: ['support', 'owner'] },
  /** Refunds and grants of points. */
  money: { staff: ['finance', 'owner'] },
  /** Plans, packages of points and the terms of rentals. */
  pricing: { staff: ['finance', 'owner'] },
  /** Asking present members to other terms of their plan. */
  price_changes: { staff: ['owner'] },
  marketing: { staff: ['owner'] },
  audit_log: { staff: ['owner'] },
  staff: { staff: ['owner'] },
  /** The company, the look and the legal documents of the service. */
  service: { staff: ['owner'] },
  /** Health of the processes, maintenance and log levels. */
  operations: { staff: ['owner'] },
} as const satisfies Record<string, StaffAccess>

/** Whether a member of staff with this role has the access; null for a member without a role. */
export const hasStaffAccess = ({ staff }: StaffAccess, role: StaffRole | null): boolean =>
  role !== null && (staff as readonly StaffRole[]).includes(role)
