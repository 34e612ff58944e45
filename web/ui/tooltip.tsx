import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

/** A word about a control, when pointed at or focused. Never the only place where it is said. */
export function Tooltip({ text, children }: { text: string; children: ReactElement<object> }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal>
        <Base.Positioner sideOffset={8}>
          <Base.Popup className="rounded-md bg-paper px-3 py-1.5 text-xs font-medium text-ink-deep shadow-float">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
