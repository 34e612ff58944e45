import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type MenuItem = { label: string; icon?: IconName; danger?: boolean; onPress: () => void }

/** A button that drops a list of things to do. */
export function Menu({
  trigger,
  items,
}: {
  trigger: ReactElement<object>
  items: readonly MenuItem[]
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={8} align="end" className="z-50">
          <Base.Popup className="min-w-52 rounded-xl bg-surface-2 p-1.5 shadow-float outline-none">
            {items.map(({ label, icon, danger = false, onPress }) => (
              <Base.Item
                key={label}
                onClick={onPress}
                className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-base outline-none data-highlighted:bg-surface-3 ${danger ? 'text-danger' : ''}`}
              >
                {icon && <Icon name={icon} className="size-4.5" />}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
