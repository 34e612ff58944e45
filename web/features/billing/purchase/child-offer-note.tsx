import { profilesPath } from '#web/routing/account-paths.ts'
import { withRedirect } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { purchaseMessages } from './messages.ko.ts'

/** Replaces offers in a children's profile, which buys nothing. @param returnPath the page of the offers. */
export function ChildOfferNote({ returnPath }: { returnPath: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-foreground-muted">{purchaseMessages.child}</p>
      <ButtonLink to={withRedirect(profilesPath, returnPath)}>
        {purchaseMessages.switch_profile}
      </ButtonLink>
    </div>
  )
}
