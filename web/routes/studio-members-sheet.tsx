import { MemberPage } from '#web/features/studio-members/member-page.tsx'

export default MemberPage
