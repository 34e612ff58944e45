import { parseAst } from 'rolldown/parseAst'

/** One change of a source text: `text` in place of the characters from `start` to `end`. */
export type Mutant = {
  /** Path relative to the root. */
  file: string
  /** The line of the change, from 1. */
  line: number
  start: number
  end: number
  text: string
  /** The change as a report shows it: `a < b → a <= b`. */
  change: string
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Replacement = { at: Node; start?: number; end?: number; text: string }

const comparisons: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
const arithmetic: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '++': '--',
  '--': '++',
}
const methods: Readonly<Record<string, string>> = {
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
}
/** A string that is compared or answered as a code, and not words of a message or a pattern. */
const codePattern = /^[\w-]+$/

/**
 * Collects the mutants of a TypeScript source: comparisons and their boundaries, arithmetic, boolean operators, negated
 * and fixed conditions, constants, codes, rounding, and statements, fallbacks and optional chains that are left out.
 * Types, imports and regular expressions are not changed.
 * @param only the names of the top-level declarations to change; all where it is left out.
 */
export function collectMutants(file: string, source: string, only?: readonly string[]): Mutant[] {
  const program = parseAst(source, { lang: 'ts' }, file) as unknown as Node
  const mutants: Mutant[] = []
  for (const statement of program['body'] as Node[]) {
    const names = declaredNames(statement)
    if (only && !only.some((name) => names.includes(name))) continue
    visit(statement, undefined, (node, parent) => {
      for (const { at, start = at.start, end = at.end, text } of replacementsOf(
        node,
        parent,
        source,
      ))
        mutants.push({
          file,
          start,
          end,
          text,
          line: source.slice(0, start).split('\n').length,
          change: describe(source, at, { start, end, text }),
        })
    })
  }
  const declared = (program['body'] as Node[]).flatMap(declaredNames)
  const missing = (only ?? []).filter((name) => !declared.includes(name))
  if (missing.length > 0) throw new Error(`${file} does not declare ${missing.join(', ')}`)
  return mutants
}

function declaredNames(statement: Node): string[] {
  const declared = (statement['declaration'] as Node | null | undefined) ?? statement
  if (declared.type === 'VariableDeclaration')
    return (declared['declarations'] as Node[]).map(
      ({ id }) => (id as { name?: string }).name ?? '',
    )
  const id = declared['id'] as { name?: string } | null | undefined
  return id?.name ? [id.name] : []
}

/** Calls `onNode` for every node that is evaluated: types, imports and names of properties are left out. */
function visit(
  node: Node,
  parent: Node | undefined,
  onNode: (node: Node, parent: Node | undefined) => void,
): void {
  const isValueWithType =
    node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSNonNullExpression'
  if (node.type.startsWith('TS') && !isValueWithType) return
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
  onNode(node, parent)
  for (const [key, value] of Object.entries(node)) {
    const isName = key === 'key' || (key === 'property' && !node['computed'])
    if (isName && !node['computed']) continue
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, node, onNode)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** All replacements of one node that leave a program which can be parsed. */
function replacementsOf(node: Node, parent: Node | undefined, source: string): Replacement[] {
  const text = (of: unknown) => source.slice((of as Node).start, (of as Node).end)
  const whole = (replacement: string): Replacement => ({ at: node, text: replacement })
  switch (node.type) {
    case 'BinaryExpression':
      return operatorsFor(node, source).map((operator) => changeOperator(node, source, operator))
    case 'LogicalExpression': {
      const { left, operator } = node
      if (operator === '??') return [whole(text(left))]
      return [changeOperator(node, source, operator === '&&' ? '||' : '&&')]
    }
    case 'AssignmentExpression': {
      const operator = arithmetic[String(node['operator'])]
      return operator ? [changeOperator(node, source, operator)] : []
    }
    case 'UpdateExpression': {
      const operator = arithmetic[String(node['operator'])] ?? ''
      const [before, after] = node['prefix'] ? [operator, ''] : ['', operator]
      return [whole(`${before}${text(node['argument'])}${after}`)]
    }
    case 'UnaryExpression':
      // A condition that begins with `!` is negated as a condition.
      return node['operator'] === '!' && !isTestOf(node, parent)
        ? [whole(text(node['argument']))]
        : node['operator'] === '-'
          ? [whole(text(node['argument']))]
          : []
    case 'IfStatement': {
      const test = node['test'] as Node
      return [
        ...negate(test, source),
        { at: test, text: 'true' },
        // Without the branch: its refusal, early return or `continue` is gone.
        { at: node, text: node['alternate'] ? text(node['alternate']) : ';' },
      ]
    }
    case 'ConditionalExpression':
      return negate(node['test'] as Node, source)
    case 'ExpressionStatement':
      return [whole(';')]
    case 'SwitchCase':
      return (node['consequent'] as Node[]).slice(-1).map((at) => ({ at, text: 'break;' }))
    case 'Literal':
      return literalsFor(node, parent, source).map(whole)
    case 'CallExpression':
      return callsFor(node, source)
    case 'MemberExpression':
      return node['optional'] ? [removeOptional(node, source)] : []
    default:
      return []
  }
}

const isTestOf = (node: Node, parent: Node | undefined) =>
  (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') &&
  parent['test'] === node

/** Negates a condition. Comparisons and negations are left to their own mutants. */
function negate(test: Node, source: string): Replacement[] {
  const isComparison = test.type === 'BinaryExpression' && String(test['operator']) in comparisons
  if (isComparison) return []
  const text = source.slice(test.start, test.end)
  const isNegated = test.type === 'UnaryExpression' && test['operator'] === '!'
  return [{ at: test, text: isNegated ? text.slice(1) : `!(${text})` }]
}

function operatorsFor(node: Node, source: string): readonly string[] {
  const operator = String(node['operator'])
  const isOfText = [node['left'], node['right']].some((side) => {
    const text = source.slice((side as Node).start, (side as Node).end)
    return operator === '+' && /^['"`]/.test(text)
  })
  if (isOfText) return []
  const other = arithmetic[operator]
  return comparisons[operator] ?? (other ? [other] : [])
}

/** Replaces the operator between both sides. */
function changeOperator(node: Node, source: string, operator: string): Replacement {
  const [left, right] = [node['left'] as Node, node['right'] as Node]
  const between = source.slice(left.end, right.start)
  const at = left.end + between.indexOf(String(node['operator']))
  return { at: node, start: at, end: at + String(node['operator']).length, text: operator }
}

function literalsFor(node: Node, parent: Node | undefined, source: string): string[] {
  const { value } = node
  const raw = source.slice(node.start, node.end)
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof node['bigint'] === 'string')
    return [`${BigInt(node['bigint']) + 1n}n`, `${BigInt(node['bigint']) - 1n}n`]
  if (typeof value === 'number') return [`${value + 1}`, value === 0 ? '-1' : `${value - 1}`]
  if (typeof value !== 'string' || !codePattern.test(value)) return []
  // `typeof x === 'string'` narrows types and is no code of ours.
  const isTypeTest =
    parent?.type === 'BinaryExpression' && source.slice(parent.start).startsWith('typeof')
  return isTypeTest ? [] : [raw.replace(value, `${value}_other`)]
}

function callsFor(node: Node, source: string): Replacement[] {
  const callee = node['callee'] as Node
  const changes: Replacement[] = []
  const property = callee['property'] as (Node & { name?: string }) | undefined
  const other = property?.name === undefined ? undefined : methods[property.name]
  if (callee.type === 'MemberExpression' && !callee['computed'] && property && other)
    changes.push({ at: node, start: property.start, end: property.end, text: other })
  if (node['optional']) changes.push(removeOptional(node, source))
  return changes
}

/** Leaves `?.` out, or the `?` and the dot before brackets and calls. */
function removeOptional(node: Node, source: string): Replacement {
  const object = (node['object'] ?? node['callee']) as Node
  const at = source.indexOf('?.', object.end)
  const next = source[at + 2]
  return { at: node, start: at, end: at + 2, text: next === '[' || next === '(' ? '' : '.' }
}

/** `before → after` of the smallest node around the change, in one line. */
function describe(
  source: string,
  at: Node,
  { start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'>,
): string {
  const before = source.slice(at.start, at.end)
  const after = source.slice(at.start, start) + text + source.slice(end, at.end)
  const line = (of: string) => {
    const flat = of.replace(/\s+/g, ' ')
    return flat.length > 90 ? `${flat.slice(0, 87)}...` : flat
  }
  return `${line(before)} → ${line(after)}`
}
