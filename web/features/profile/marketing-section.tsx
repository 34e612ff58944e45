import type { User } from '#contract/accounts/accounts.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { profileCopy } from '#web/copy/profile.ts'
import { auth } from '#web/data/auth.ts'
import { call } from '#web/data/client.ts'
import { Switch } from '#web/ui/field.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { useRef, useState } from 'react'
import { Section } from './section.tsx'

const words = profileCopy.marketing

/** D-20: acts at once, and goes back with a word where it could not be done. */
export function MarketingSection({ user }: { user: User }) {
  const [wished, setWished] = useState<boolean>()
  const running = useRef(false)

  async function change(agrees: boolean) {
    if (running.current) return
    running.current = true
    setWished(agrees)
    try {
      auth.update(
        await call(viewerEndpoints.accounts.updateMe, { body: { is_marketing_agreed: agrees } }),
      )
      toasts.show(agrees ? words.on : words.off, 'good')
    } catch {
      toasts.show(words.failed, 'danger')
    } finally {
      running.current = false
      setWished(undefined)
    }
  }

  return (
    <Section title={words.title} detail={words.detail}>
      <Switch
        label={words.label}
        checked={wished ?? user.is_marketing_agreed}
        onChange={(event) => void change(event.target.checked)}
      />
    </Section>
  )
}
