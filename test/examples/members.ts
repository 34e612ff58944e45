import type { Examples } from './example.ts'

/** Examples of the members in the studio. */
export const members = {
  'studio_members.findMembers': { path: '/api/studio/members/search/', body: { q: 'viewer' } },
  'studio_members.readMember': { path: '/api/studio/members/2147483647/', refused: 'not_found' },
  'studio_members.signOutMember': {
    path: '/api/studio/members/2147483647/sign-out/',
    body: { device_id: null, reason: '휴대폰을 잃어버리셨대요' },
    refused: 'not_found',
  },
  'studio_members.suspendMember': {
    path: '/api/studio/members/2147483647/suspend/',
    body: { category: 'account_security', reason: '모르는 결제가 있대요' },
    refused: 'not_found',
  },
  'studio_members.restoreMember': {
    path: '/api/studio/members/2147483647/restore/',
    body: { reason: '본인이 맞아요' },
    refused: 'not_found',
  },
  'studio_members.startEmailChange': {
    path: '/api/studio/members/2147483647/email-change/',
    body: { email: 'new-address@example.com', reason: '예전 메일을 못 쓴대요' },
    refused: 'not_found',
  },
  'studio_members.cancelEmailChange': {
    path: '/api/studio/members/2147483647/email-change/cancel/',
    body: { reason: '주소를 잘못 적었어요' },
    refused: 'not_found',
  },
  'studio_members.startMerge': {
    path: '/api/studio/members/2147483647/merge/',
    body: { source_id: 2_147_483_646, reason: '같은 분이에요' },
    refused: 'not_found',
  },
  'studio_members.completeMerge': {
    path: '/api/studio/members/2147483647/merge/complete/',
    body: { merge_id: 2_147_483_647, reason: '두 메일 모두 확인했어요' },
    refused: 'not_found',
  },
  'email_changes.confirmMerge': {
    path: '/api/accounts/merge/confirm/',
    body: { token: 'A'.repeat(43) },
    refused: 'invalid_link',
  },
  'studio_disclosures.listDisclosures': {
    path: '/api/studio/members/2147483647/disclosures/',
    refused: 'not_found',
  },
  'studio_disclosures.requestDisclosure': {
    path: '/api/studio/members/2147483647/disclosures/',
    body: {
      authority: '서울경찰청',
      document_number: '2026-1234',
      legal_basis: '형사소송법 제215조',
      scope: ['account'],
      from_day: '2026-01-01',
      to_day: '2026-11-28',
    },
    refused: 'not_found',
  },
  'studio_disclosures.decideDisclosure': {
    path: '/api/studio/members/2147483647/disclosures/decision/',
    body: { disclosure_id: 2_147_483_647, is_approved: true, reason: '영장을 확인했어요' },
    refused: 'not_found',
  },
  'studio_disclosures.fetchDisclosure': {
    path: '/api/studio/members/2147483647/disclosures/file/',
    body: { disclosure_id: 2_147_483_647 },
    refused: 'not_found',
  },
  'email_changes.requestEmailChange': {
    path: '/api/accounts/email-change/',
    body: { email: 'my-new-address@example.com' },
  },
  'email_changes.resumeEmail': {
    path: '/api/accounts/email-change/resume/',
    refused: 'conflict',
  },
  'email_changes.confirmEmailChange': {
    path: '/api/accounts/email-change/confirm/',
    body: { token: 'A'.repeat(43) },
    refused: 'invalid_link',
  },
  'email_changes.refuseEmailChange': {
    path: '/api/accounts/email-change/refuse/',
    body: { token: 'A'.repeat(43) },
    refused: 'invalid_link',
  },
} satisfies Examples
