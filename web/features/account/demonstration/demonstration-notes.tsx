import { Button } from '#web/ui/base/button.tsx'
import { demonstrationMessages as messages } from './messages.ko.ts'
import { useDemonstration, useDemonstrationSignIn } from './use-demonstration.ts'
import { TextLink } from '#web/ui/base/text-link.tsx'

/** Says where the code is that was sent; nothing outside the demonstration. */
export const OutboxNote = () => (
  <DemonstrationNote
    text={messages.codes_in_outbox}
    href="/dev/outbox"
    link={messages.open_outbox}
  />
)

/** Says where the second factor's code is; nothing outside the demonstration. */
export const AuthenticatorNote = () => (
  <DemonstrationNote
    text={messages.code_in_authenticator}
    href="/dev/authenticator"
    link={messages.open_authenticator}
  />
)

function DemonstrationNote({ text, href, link }: { text: string; href: string; link: string }) {
  if (!useDemonstration()) return null
  return (
    <p className="mt-3 rounded-card bg-accent-subtle px-4 py-2 text-sm text-foreground-muted">
      {text}{' '}
      <TextLink href={href} target="_blank" rel="noreferrer" tone="accent">
        {link}
      </TextLink>
    </p>
  )
}

/** The accounts of the demonstration on the login page; nothing outside the demonstration. */
export function DemonstrationSignIn() {
  const viewer = useDemonstrationSignIn(false)
  const staff = useDemonstrationSignIn(true)
  if (!useDemonstration()) return null
  return (
    <section className="mt-6 rounded-sheet bg-accent-subtle p-4" aria-label={messages.service}>
      <p className="text-sm text-foreground-muted">{messages.or}</p>
      <div className="mt-3 grid gap-2">
        <Button busy={viewer.isPending} onClick={() => viewer.run()}>
          {messages.sign_in_viewer}
        </Button>
        <Button busy={staff.isPending} onClick={() => staff.run()}>
          {messages.sign_in_staff}
        </Button>
      </div>
    </section>
  )
}
