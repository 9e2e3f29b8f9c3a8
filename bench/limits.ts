/** What stands in the way of targets that are not met: five lines from the profile of each (`--profile`), by its case. */

/** The words that the findings have in common, and what their profile shows. */
interface Limit {
  readonly findings: RegExp
  readonly because: string
}

export const limits: readonly Limit[] = [
  {
    findings: /^(default `GET \/events`|single event by (id|slug)), repeated/,
    because: `**Repeated requests.** The body and headers are ready; more than half of the time is Node's and the kernel's, as for the bare server
(\`writev\` alone takes two fifths). The rest is what keeps such requests inside the framework: its routing, hooks and logger take an
eighth, the check that nothing was written since (\`PRAGMA data_version\`, once for each turn of the event loop) a fifteenth, metrics and
the rate limit a twentieth. Without these, requests would have no log, no limit and no metrics.`,
  },
  {
    findings: /^(list of a|search for a known word|1,000 lists in turn, each request new)/,
    because: `**Lists never asked before.** A quarter of the time is the kernel's: 46 kB over loopback (\`writev\`), as for the bare server.
A tenth is Fastify's routing and hooks, a tenth the args (parsed, checked, made a window), a twentieth the headers and links of pages,
a twentieth the collector. The rest is flat: no function takes three per cent. Finding the events and joining their bytes take a tenth.
The limit is what each request goes through before and after that: log, metrics, rate limit, rights, validators.`,
  },
  {
    findings: /((id|slug), in memory, |^single event, a different one each time, beside)/,
    because: `**Single events in memory.** Sending takes a quarter (half of it the kernel's), Fastify a sixth, the check that nothing was written since
(\`PRAGMA data_version\`) and finding the caller a tenth. The database answers nothing but that check. The bytes themselves cost nothing; the limit
is the same path as for lists.`,
  },
  {
    findings: /not in memory, /,
    because: `**Single events not in memory.** A quarter is SQLite: the statements for the event, its venue, organizer, terms and images. A fifth is the
representation: JSON, linked data, plain text. An eighth is sending. To go below 200 µs the bytes
would have to be stored beside the event when it is written, which makes each write and each change of a venue dearer.`,
  },
  {
    findings: /^(month|event) page, /,
    because: `**Pages.** A page of an event reads the event, its series, what else happens at its venue, and events of its category: SQLite takes a quarter,
JSON and records a quarter, HTML a quarter, the frame of the page (menus, languages, footer) a tenth. A month shows up to 200 events: reading and
decoding them takes a third, their representation a tenth, the HTML of the grid a quarter, the collector a tenth. A repeated page is sent
from the response cache. To go below 1 ms, pages would have to be kept as parts in HTML, in each language, and be dropped at each change
of what they show.`,
  },
  {
    findings: /a word never searched for/,
    because: `**A word never searched for.** More than half is one statement: FTS5 intersects the places of all trigrams of the word. The words of this calendar
are made of fifteen syllables, so each trigram is in a third of a million texts; texts in a language have far rarer ones. The rest reads
the ids and sorts 11,000 events by start. Lists by event alone (\`detail=none\`) would be shorter, but then the texts of all candidates must be read.`,
  },
  {
    findings: /^memory with/,
    because: `**Memory.** Among a million events, the almanac takes 80 MB: for each event eight numbers of 32 bits, six bytes, its
places in three lists and seven links. Node.js, the
program and its code take 105 MB before the first request, 45 of them files that other processes share. Events in JSON take up to 64 MB,
the young generation of V8 32 MB, SQLite's pages 16 MB, results of searches up to 48 MB.`,
  },
  {
    findings: /^a list, each request new, among the first hundred/,
    because: `**Lists right after a start.** Each shows about five events that no list has shown: they are read and represented by code that V8 has not
compiled yet, in five times the time it takes later. A seventh is compression, a tenth SQLite.`,
  },
  {
    findings: /^(create event|create,|the same, \d+ writers|create, \d+ writers)/,
    because: `**Creating events.** SQLite takes half of the processor time, in 28 statements and the commit, which writes about forty pages: each index of the events,
their links, the journal and the audit changes one. The text index takes the events of 64 writes at a time: written for each, it took more than
half of the bare inserts. Representing the response takes 5 %, HTTP 5 %, building the text of
statements 5 %, parsing and composing the args 4 %. The rest is flat. The limit is the number of statements and of pages.`,
  },
  {
    findings: /^update of one field/,
    because: `**Updating events.** SQLite takes half of the processor time, in 20 statements and the commit; the bare update has five. The others read the token,
the event before and after, its links twice, and what the response shows of them. HTTP takes 5 %, representing the response 5 %, building the
text of statements 7 %. The rest is flat. The limit is that the response shows everything that the event links to.`,
  },
  {
    findings: /^import of/,
    because: `**Import.** A line takes five to six statements, which are a third of the processor time: of that, a third inserts the event with its ten indexes and
its trigrams, an eighth is commits, a tenth the search for a free slug. Parsing and composing the args takes a quarter, building the
text of statements and the collector a twentieth each. The start and the empty tables take a quarter of a second. The rest is flat.`,
  },
]
