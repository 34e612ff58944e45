import { searchCopy } from '#web/copy/search.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notice.tsx'
import { addressOf, type Asked, isFiltered, unfiltered } from './asked.ts'

/** Nothing was found: what may have been wrong, and where else to look. */
export function NothingFound({ asked }: { asked: Asked }) {
  const filtered = isFiltered(asked)
  const isLine = asked.type === 'line'
  const elsewhere = { ...asked, ...unfiltered, page: 1, type: isLine ? 'all' : 'line' } as const
  return (
    <EmptyState
      icon="search"
      title={searchCopy.nothing[asked.type](asked.q)}
      actions={
        <>
          {filtered && (
            <ButtonLink to={addressOf({ ...asked, ...unfiltered, page: 1 })} look="primary">
              {searchCopy.reset}
            </ButtonLink>
          )}
          <ButtonLink to={addressOf(elsewhere)} icon={isLine ? 'search' : 'chat'}>
            {isLine ? searchCopy.to_all : searchCopy.to_lines}
          </ButtonLink>
        </>
      }
    >
      {filtered ? (
        <p>{searchCopy.filtered_hint}</p>
      ) : (
        <ul className="space-y-1">
          {(isLine ? searchCopy.line_hints : searchCopy.hints).map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}
