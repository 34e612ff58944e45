import { InboxPage } from '#web/features/studio-service/inbox-page.tsx'

export default InboxPage
