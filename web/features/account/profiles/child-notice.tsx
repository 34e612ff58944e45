import { profilesPath } from '#web/routing/account-paths.ts'
import { withRedirect } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useLocation } from 'react-router'
import { profilesMessages } from './messages.ko.ts'

const messages = profilesMessages.child

/** Replaces a page that the server closes to children's profiles. */
export function ChildNotice() {
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      icon="lock"
      title={messages.title}
      actions={
        <ButtonLink to={withRedirect(profilesPath, pathname + search)} variant="primary">
          {messages.switch}
        </ButtonLink>
      }
    >
      {messages.detail}
    </EmptyState>
  )
}
