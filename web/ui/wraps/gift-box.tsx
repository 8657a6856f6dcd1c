import type { GiftwrapLook } from './giftwrap.ts'

const tileSize = 200
/** Where motifs lie on a tile: x, y, degrees, scale. Chosen by hand to look scattered and leave no gaps or rows. */
const scattered = {
  sprig: [
    [96, 96, 30, 0.62],
    [8, 190, -42, 0.58],
    [182, 62, 160, 0.55],
  ],
  bloom: [
    [46, 46, 0, 0.86],
    [148, 144, 40, 1],
  ],
  companion: [
    [142, 36, 12, 0.84],
    [52, 138, -16, 0.92],
    [196, 98, 30, 0.5],
  ],
} as const

/** The tile as it lies on the present, and behind everything. */
const papers = [
  ['wrap', 'scale(.52)rotate(8)'],
  ['wrap-large', 'scale(1.15)rotate(-10)'],
] as const

/** What the drawings of one page share. It comes once in a page, before them. */
export function GiftwrapDefinitions({ wrap, patternUrl = null }: { wrap: GiftwrapLook; patternUrl?: string | null }) {
  return (
    <svg className="definitions" aria-hidden="true" focusable="false">
      <defs>
        <Definitions wrap={wrap} patternUrl={patternUrl} />
      </defs>
    </svg>
  )
}

/** Motifs and the paper they make; the tile repeats without a seam. A team's own pattern lies in their place. */
function Definitions({ wrap, patternUrl }: { wrap: GiftwrapLook; patternUrl: string | null }) {
  return (
    <>
      <g id="bloom">{wrap.bloom}</g>
      <g id="companion">{wrap.companion}</g>
      <g id="sprig">{wrap.sprig}</g>
      <g id="tile">
        {patternUrl ? (
          <image href={patternUrl} width={tileSize} height={tileSize} preserveAspectRatio="xMidYMid slice" />
        ) : (
          <ScatteredMotifs />
        )}
      </g>
      {papers.map(([id, transform]) => (
        <pattern
          key={id}
          id={id}
          width={tileSize}
          height={tileSize}
          patternUnits="userSpaceOnUse"
          patternTransform={transform}
        >
          <use href="#tile" />
        </pattern>
      ))}
    </>
  )
}

const ScatteredMotifs = () =>
  (['sprig', 'bloom', 'companion'] as const).flatMap((motif) =>
    scattered[motif].flatMap(([x, y, degrees, scale]) =>
      [x - tileSize, x, x + tileSize].flatMap((tileX) =>
        [y - tileSize, y, y + tileSize]
          .filter((tileY) => touchesTile(tileX, tileY))
          .map((tileY) => (
            <use
              key={`${motif} ${tileX} ${tileY}`}
              href={`#${motif}`}
              transform={`translate(${tileX} ${tileY})rotate(${degrees})scale(${scale})`}
            />
          )),
      ),
    ),
  )

/** Motifs reach at most this far from where they are put. */
const reach = 70
const touchesTile = (x: number, y: number) => Math.max(-x, -y, x - tileSize, y - tileSize) < reach

/** The sender's paper behind everything. */
export function Backdrop() {
  return (
    <svg className="backdrop" aria-hidden="true" focusable="false">
      <rect className="backdrop-pattern" width="100%" height="100%" fill="url(#wrap-large)" />
    </svg>
  )
}

/** Stems of the posy, back to front: degrees from upright, length, motif, scale. */
const posy = [
  [-58, 118, 'sprig', 1],
  [58, 118, 'sprig', 1],
  [-30, 150, 'sprig', 1.15],
  [32, 148, 'sprig', 1.15],
  [0, 160, 'sprig', 1.25],
  [-46, 122, 'companion', 0.95],
  [47, 120, 'companion', 0.95],
  [-14, 158, 'companion', 1],
  [-28, 106, 'bloom', 1.2],
  [26, 112, 'bloom', 1.25],
  [5, 92, 'bloom', 1.45],
  [-58, 74, 'companion', 0.9],
  [58, 72, 'companion', 0.9],
] as const

function Posy({ stem }: { stem: string }) {
  return (
    <g className="posy">
      {posy.map(([degrees, length, motif, scale]) => (
        <g key={`${degrees} ${length}`} transform={`translate(200 240)rotate(${degrees})scale(1.32)`}>
          <g className="stem">
            {motif === 'sprig' ? (
              <use href="#sprig" transform={`translate(0 ${100 - length})scale(${scale})`} />
            ) : (
              <>
                <path d={`M0 0V${-length}`} stroke={stem} strokeWidth="4" />
                <use href={`#${motif}`} transform={`translate(0 ${-length})rotate(${-degrees * 0.6})scale(${scale})`} />
              </>
            )}
          </g>
        </g>
      ))}
    </g>
  )
}

function Bow() {
  return (
    <g className="bow">
      <path d="M196 168Q150 196 138 236L158 230L166 246Q176 206 202 176Z" fill="var(--ribbon-shade)" />
      <path d="M204 168Q250 196 262 236L242 230L234 246Q224 206 198 176Z" fill="var(--ribbon-shade)" />
      <path d="M200 164C170 104 108 106 108 142C108 178 168 182 200 170Z" fill="var(--ribbon)" />
      <path d="M200 164C230 104 292 106 292 142C292 178 232 182 200 170Z" fill="var(--ribbon)" />
      <path d="M196 164C178 134 138 126 134 144C131 160 172 166 196 166Z" fill="var(--ribbon-shade)" />
      <path d="M204 164C222 134 262 126 266 144C269 160 228 166 204 166Z" fill="var(--ribbon-shade)" />
      <rect x="182" y="148" width="36" height="34" rx="11" fill="var(--ribbon)" />
      <path
        d="M190 152q-3 13 0 26M210 152q3 13 0 26"
        stroke="var(--ribbon-shade)"
        strokeWidth="2.5"
        fill="none"
        strokeLinecap="round"
      />
    </g>
  )
}

function Lid({ colours }: { colours: GiftwrapLook['colours'] }) {
  return (
    <g className="lid">
      <rect x="62" y="178" width="276" height="58" rx="7" fill={colours.paper} />
      <rect x="62" y="178" width="276" height="58" rx="7" fill="url(#wrap)" />
      <rect x="62" y="178" width="276" height="9" rx="4.5" fill="#fff" opacity=".28" />
      <path d="M292 178h39a7 7 0 0 1 7 7v44a7 7 0 0 1-7 7h-39Z" fill={colours.fold} opacity=".45" />
      <rect x="178" y="178" width="44" height="58" fill="var(--ribbon)" />
      <rect x="214" y="178" width="8" height="58" fill="var(--ribbon-shade)" />
      <Bow />
    </g>
  )
}

/** What one sees of the box from the front; its top edge is at y = 226. */
function Box({ colours }: { colours: GiftwrapLook['colours'] }) {
  return (
    <g>
      <path d="M76 226H324V404a8 8 0 0 1-8 8H84a8 8 0 0 1-8-8Z" fill={colours.paper} />
      <path d="M76 226H324V404a8 8 0 0 1-8 8H84a8 8 0 0 1-8-8Z" fill="url(#wrap)" />
      <path d="M284 226H324V404a8 8 0 0 1-8 8H284Z" fill={colours.fold} opacity=".5" />
      <rect x="178" y="226" width="44" height="186" fill="var(--ribbon)" />
      <rect x="214" y="226" width="8" height="186" fill="var(--ribbon-shade)" />
    </g>
  )
}

function Tag({ words }: { words: TagWords }) {
  return (
    <g className="tag">
      <path d="M212 176Q244 220 262 262" stroke="var(--ribbon-shade)" strokeWidth="2" fill="none" />
      <g transform="translate(262 262)rotate(14)">
        <path
          d="M-34 12L-16-8H16L34 12V62a6 6 0 0 1-6 6H-28a6 6 0 0 1-6-6Z"
          fill="#fffdf9"
          stroke="#241b2f"
          strokeOpacity=".16"
        />
        <circle cy="3" r="4.5" fill="var(--ribbon-shade)" />
        <text y="34" textAnchor="middle" className="tag-text">
          {words[0]}
        </text>
        <text y="54" textAnchor="middle" className="tag-text">
          {words[1]}
        </text>
      </g>
    </g>
  )
}

/** The two lines on the tag. */
type TagWords = readonly [string, string]

export function WrappedGiftBox({ wrap, tag }: { wrap: GiftwrapLook; tag: TagWords }) {
  return (
    <svg className="present wrapped" viewBox="40 96 320 332" aria-hidden="true" focusable="false">
      <ellipse cx="200" cy="412" rx="150" ry="13" fill="var(--ground-shadow)" />
      <Box colours={wrap.colours} />
      <rect x="76" y="236" width="248" height="9" fill="#241b2f" opacity=".16" />
      <Lid colours={wrap.colours} />
      <Tag words={tag} />
    </svg>
  )
}

/** The same box, its lid off and a posy out of it. With `unwrapping` it starts closed and opens once. */
export function OpenGiftBox({ wrap, unwrapping }: { wrap: GiftwrapLook; unwrapping: boolean }) {
  return (
    <svg
      className={unwrapping ? 'present open unwrapping' : 'present open'}
      viewBox="10 -44 380 472"
      aria-hidden="true"
      focusable="false"
    >
      <OpenBox wrap={wrap} />
      {unwrapping ? <Lid colours={wrap.colours} /> : null}
    </svg>
  )
}

function OpenBox({ wrap: { colours } }: { wrap: GiftwrapLook }) {
  return (
    <>
      <ellipse cx="200" cy="412" rx="162" ry="13" fill="var(--ground-shadow)" />
      <path d="M76 226L92 208H308L324 226V240H76Z" fill={colours.fold} />
      <path d="M84 228L98 214H302L316 228V240H84Z" fill="#241b2f" opacity=".34" />
      <Posy stem={colours.stem} />
      <path
        className="tissue"
        d="M80 240L86 210L112 226L128 200L156 224L178 204L200 226L226 202L246 224L274 200L290 226L314 210L320 240Z"
        fill={colours.tissue}
      />
      <path
        d="M112 226L128 200L140 240ZM178 204L200 226L186 240ZM246 224L274 200L268 240Z"
        fill="#241b2f"
        opacity=".06"
      />
      <Box colours={colours} />
      <rect x="76" y="226" width="248" height="6" fill="#fff" opacity=".3" />
    </>
  )
}
