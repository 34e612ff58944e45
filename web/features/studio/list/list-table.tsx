import type { ComponentProps } from 'react'
import { ColumnMenu, useColumnChoice } from './column-menu.tsx'
import { DataTable, type Column } from './data-table.tsx'
import type { Filters } from './list-address.ts'
import { ListContent } from './list-content.tsx'

type TableProps<R, F extends string, O extends string> = Omit<
  ComponentProps<typeof ListContent<R, F, O>>,
  'children' | 'toolbar'
> &
  Pick<ComponentProps<typeof DataTable<R>>, 'keyOf' | 'selection'> & {
    columns: readonly Column<R, O>[]
    /** Offers a choice of columns, stored on the device by this name. */
    choiceKey?: string
  }

/** A list as a table. Headings of columns with `sort` order it. */
export function ListTable<R, F extends string, O extends string>({
  columns,
  choiceKey,
  keyOf,
  selection,
  ...content
}: TableProps<R, F, O>) {
  const { list, label } = content
  const choice = useColumnChoice(choiceKey, columns)
  const { ordering } = list
  return (
    <ListContent
      {...content}
      toolbar={choiceKey !== undefined && list.rows.length > 0 && <ColumnMenu choice={choice} />}
    >
      {(rows) => (
        <DataTable
          label={label}
          columns={choice.visible}
          rows={rows}
          keyOf={keyOf}
          {...(selection && { selection })}
          {...(ordering !== undefined && {
            sort: {
              ordering,
              hrefOf: (to: string) =>
                list.hrefOf({ ordering: to } as Filters<string> as Filters<F>),
            },
          })}
        />
      )}
    </ListContent>
  )
}
