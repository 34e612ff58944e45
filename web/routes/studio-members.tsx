import { MembersPage } from '#web/features/studio-members/members-page.tsx'

export default MembersPage
