import { accounts } from '#contract/accounts/accounts.ts'
import { joinCopy } from '#web/copy/join.ts'
import { request } from '#web/data/client.ts'
import { homePath } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { join } from './join-store.ts'

const words = joinCopy.under_age

/** D-20: somebody under 14 is told why it cannot be, and nothing is kept: neither here, nor what codes have proven there. */
export function UnderAge({ onMistake }: { onMistake: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [kept, setKept] = useState<'nothing' | 'forgetting' | 'something'>('forgetting')

  const forget = useCallback(async () => {
    setKept('forgetting')
    join.clear()
    try {
      await request(accounts.signOut, {})
      setKept('nothing')
    } catch {
      setKept('something')
    }
  }, [])
  useEffect(() => {
    heading.current?.focus()
    void forget()
  }, [forget])

  return (
    <div>
      <span className="mb-5 flex size-14 items-center justify-center rounded-full bg-gam-wash text-gam">
        <Icon name="info" className="size-7" />
      </span>
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-2xl font-extrabold outline-none focus-visible:shadow-none md:text-3xl"
      >
        {words.heading}
      </h1>
      <p className="mt-3 text-base text-paper-2">{words.lead}</p>
      <p role="status" className="mt-3 text-base font-semibold">
        {kept === 'nothing' && words.nothing_kept}
        {kept === 'forgetting' && words.forgetting}
        {kept === 'something' && words.not_forgotten}
      </p>
      <p className="mt-3 text-base text-paper-2">{words.meanwhile}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {kept === 'something' && (
          <Button icon="retry" onClick={() => void forget()}>
            {words.forget_again}
          </Button>
        )}
        <ButtonLink to={homePath} look="primary" icon="home">
          {words.home}
        </ButtonLink>
        <Button look="quiet" onClick={onMistake}>
          {words.mistake}
        </Button>
      </div>
    </div>
  )
}
