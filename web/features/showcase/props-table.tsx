import { showcaseMessages } from './messages.ko.ts'

type Prop = {
  type: string
  /** As written in code; null for none. */
  default: string | null
  isRequired: boolean
  meaning: string
}
type RequiredProp = Prop & { isRequired: true }
type OptionalProp = Prop & { isRequired: false }

export type PropDescriptions = Readonly<Record<string, Prop>>

/**
 * Describes the props of a component: all of its own, and any that it shares with `Native`, the props of the element that
 * receives the rest. Does not compile for a prop that is missing, unknown, or optional in one place only.
 */
export type PropsOf<
  Component extends (props: never) => unknown,
  Native = Record<never, never>,
> = DescriptionsOf<Parameters<Component>[0], Native>

type DescriptionsOf<Props, Native> = {
  [Name in Exclude<keyof Props, keyof Native>]-?: DescriptionOf<Props, Name>
} & { [Name in Extract<keyof Props, keyof Native>]?: DescriptionOf<Props, Name> }

type DescriptionOf<Props, Name extends keyof Props> =
  Record<never, never> extends Pick<Props, Name> ? OptionalProp : RequiredProp

export const required = (type: string, meaning: string): RequiredProp => ({
  ...{ type, meaning, default: null },
  isRequired: true,
})

export const optional = (
  type: string,
  defaultValue: string | null,
  meaning: string,
): OptionalProp => ({ type, default: defaultValue, meaning, isRequired: false })

/** The props of a component, as a list on phones. */
export function PropsTable({ props }: { props: PropDescriptions }) {
  const messages = showcaseMessages.props
  return (
    <table className="w-full text-left text-sm max-md:block max-md:*:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-border-strong text-foreground-muted">
          {[messages.name, messages.type, messages.default, messages.meaning].map((name) => (
            <th key={name} scope="col" className="py-2 pr-6 font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(props).map(([name, prop]) => (
          <tr
            key={name}
            className="border-b border-border align-baseline max-md:grid max-md:gap-1 max-md:py-3 md:*:py-2.5 md:*:pr-6"
          >
            <th scope="row" className="font-semibold whitespace-nowrap">
              <code>{name}</code>{' '}
              {prop.isRequired && <span className="ml-2 text-accent">{messages.required}</span>}
            </th>
            <td className="text-foreground-muted">
              <code>{prop.type}</code>
            </td>
            <td className="text-foreground-muted">
              {prop.default !== null && (
                <>
                  <span className="md:sr-only">{messages.default} </span>
                  <code>{prop.default}</code>
                </>
              )}
            </td>
            <td>{prop.meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
