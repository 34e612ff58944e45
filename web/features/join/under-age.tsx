import { joinCopy } from '#web/copy/join.ts'
import { homePath } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef } from 'react'

const words = joinCopy.under_age

/** D-20: somebody under 14 is told why it cannot be, and that nothing is kept. */
export function UnderAge({ onMistake }: { onMistake: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
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
      <p className="mt-3 text-base font-semibold">{words.nothing_kept}</p>
      <p className="mt-3 text-base text-paper-2">{words.meanwhile}</p>
      <div className="mt-8 flex flex-wrap gap-3">
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
