/** The limits behind targets that are not met: five lines from the profile of each (`--profile`), by case. */

/** The text that the findings have in common, a title, and the result of their profile. */
export interface Limit {
  readonly findings: RegExp
  readonly title: string
  readonly because: string
}

/** Returns why a target is not met; undefined if no profile tells. */
export const limitOf = (what: string): Limit | undefined => limits.find(({ findings }) => findings.test(what))

export const limits: readonly Limit[] = [
  {
    findings: /hundred after a start/,
    title: 'Right after a start',
    because: `From the second hundred on, each kind of request takes 1.0 to 1.8 × the processor time of a warm server, pages of a month the least;
searches took 1.6 × in one run and 2.1 × in another. A list shows about five events that no earlier list contained. The code that reads and represents them is not
compiled by V8 yet, and takes five times as long as later; after a hundred requests, twice as long. Compression takes a seventh, SQLite a tenth.
On Node.js 22 and later, what was compiled is kept for the next start, which saves a third of the first hundred single events, but hardly anything of
these lists. Requests before \`/readyz\` took a second of processor time, and gained less than a tenth. So did V8 that takes notes from the first call of
a function on (\`--no-lazy-feedback-allocation\`), with which the next thousand events took a sixth more.`,
  },
  {
    findings: /^(default `GET \/events`|single event by (id|slug)), repeated/,
    title: 'Repeated requests',
    because: `The body and headers are cached. Fastify with the logger, the rate limit, the metrics and the check for writes takes 33 µs for an event and
43 µs for a list, where bare takes 23 and 29. The service adds 4 to 7 µs: the key and the cache, the clock, and the names of routes for metrics.
The check for writes (\`PRAGMA data_version\`, once for each turn of the event loop) takes a quarter of what is not the kernel's: SQLite locks and
unlocks the file. Reading its row as an array instead of an object gained 1 to 3 %. A logger that all requests share would gain at most 4 %, but its lines
would not name the request.`,
  },
  {
    findings: /in another language: processor time/,
    title: 'Lists in another language',
    because: `The same server is asked for the same lists, and joins the bytes of another language. Three runs gave 1.00 to 1.05 × the
time for lists and 1.00 to 1.17 × for searches: two times that are measured in turn vary so much while other programs use the machine.`,
  },
  {
    findings: /^(list of a|search for a known word|1,000 lists in turn, each request new)/,
    title: 'Lists never requested before',
    because: `A quarter of the time is the kernel's: 46 kB over loopback (\`writev\`), as for the bare server.
A tenth is Fastify's routing and hooks, a tenth the args (parsed, checked, made a window), a twentieth the headers and links of pages,
a twentieth the collector. The rest is flat: no function takes three per cent. Finding the events and joining their bytes take a tenth.
The limit is what each request goes through before and after that: log, metrics, rate limit, rights, validators.`,
  },
  {
    findings: /^1,000 lists in turn, requested before/,
    title: 'Lists requested before a write',
    because: `A list is built anew only if it has changed. Of the time within the response cache, finding each list
again in memory takes a fifth, comparing its digest a tenth, sending 46 kB a half. What Fastify, Node and the kernel take besides is as for
repeated requests.`,
  },
  {
    findings: /((id|slug), in memory, |^single event, a different one each time, beside)/,
    title: 'Single events in memory',
    because: `Sending takes a quarter (half of it in the kernel), Fastify a sixth, finding the caller a twentieth, the check for writes
(\`PRAGMA data_version\`) a seventh. This check is the only query; without it, all but the kernel's part would take 0.78 × the time. The bytes are in
memory; the limit is the same work as for lists.`,
  },
  {
    findings: /(not in memory, |^a real event that was not shown before, after)/,
    title: 'Single events not in memory',
    because: `The representation (JSON, linked data, plain text) and its bytes take a fifth, sending a quarter, SQLite and the check for writes a seventh,
the collector a twentieth: one statement reads the event and its links, and what they lead to is read and represented once for all events (0.91 × the
time of doing so for each, two builds asked in turn). The rest is the same work as for events in memory. On Node.js 24 it takes 0.7 × the time:
promises cost less there, and code is compiled sooner. Less than on Node.js 24 would need stored bytes of each event, which would make each write and
each change of a venue more expensive. The flat rest is routing, headers, caches and the streams of Node.js. It is not the promises, 123 of a request:
without those of reads that find nothing to read, it takes the same time (0.999). What else was tried gained less than a tenth: keeping the text of
the statement, rows as objects with slots, compiling sooner (\`--always-sparkplug\`), a larger young generation, a collector without threads (1.00).`,
  },
  {
    findings: /^1,000,000 events, single event, a different one each time/,
    title: 'Single events among a million',
    because: `Ten thousand events are in memory after the first seconds, a million never are: this compares events in memory with events that are not,
which take 4 × the processor time (100 and 467 µs).`,
  },
  {
    findings: /^(month|event) page, /,
    title: 'Pages',
    because: `Events are kept as lists on pages show them, and so are their lines, their entries, the grid of a month and, of crowded days,
which events are shown. A month whose events were shown before reads nothing from the database: a third of its time is sending 60 to 130 kB (half of
it the encoding as UTF-8; the grid is kept as one text, since joining its pieces for each page took a sixth more), a tenth checks that none has
changed, a sixth is the frame (menus, filters, languages, footer). Of events that no page has
shown before, a month reads twenty-one columns and the categories, in two statements for all of them: SQLite takes an eighth, finding the events of
each day a fifth; among a million events, what the days may have is kept until the next write, and encoding and sending take a third. A page of an event reads its event and the events around it: SQLite takes an eighth, the page itself a fifth, finding what else
happens in its series, at its venue and in its category a fifteenth; the rest is spread over many functions. A repeated page is sent from the response
cache.`,
  },
  {
    findings: /a word never searched for/,
    title: 'The first search for a word',
    because: `FTS5 intersects the positions of all trigrams of the word, which takes a third of the time. The rest reads
11,000 ids, finds their events, which are spread over the memory of the almanac, and puts them in the order of starts. By relevance, the index of
titles tells which titles have the word, and which begin with it or have a word that does: that takes a quarter of the time. A trigram of the words of this calendar is in 6 % of its texts; in titles and descriptions of six
thousand real conferences of the same length, in 4 %. With words of fifteen syllables, as they were until November 2026, it was in 36 %, and the search
took 1.7 times as long. An index without positions (\`detail=none\`) would be shorter, but a search would have to read the texts of all candidates.
In processor time, on cores that other programs used tenfold, a search takes 15 to 18 ms and one by relevance 20 to 29 ms (medians of four times
fifty words). On PostgreSQL, a search takes 24 ms in the service and 58 ms in the server, by relevance 28 and 53 ms: an index of pg_trgm has no
positions, so the server reads the text of each of 5,000 to 11,000 candidates, which no order of the result can spare it.`,
  },
  {
    findings: /^memory with/,
    title: 'Memory',
    because: `With a million events, the almanac takes 74 MB: for each event five numbers of 32 bits, twelve bytes, its
positions in three lists, and seven links. A column takes a byte for each event while all its values fit, as those of authors, groups and
series do here, which saves 15 MB; the ranks of the last eight searches by relevance take a byte each, too. Node.js and the
program take 97 MB before the first request (120 until the end of November 2026); 53 MB of this are files that other processes share. So the floor
is 170 MB, without any event in memory. After the loads of this case, events in JSON, responses and results of searches take 60 to 90 MB,
and on idle cores, which ask for more different events, up to the 256 MiB that all caches share; SQLite's pages up to 16 MB for each connection.
The young generation of V8 took up to 128 MiB on Node.js 24, since the machine has much memory, until it got a bound of 64 (0.9 × the memory at the same
processor time). With one of 32, the same requests took 365 MiB instead of 472, but an event not in memory 1.1 × and a month 1.15 × the
processor time; with 16 MiB 335 MiB, and 1.5 × the time. What was tried gained less than a tenth: 64 MiB for all caches instead of 256 3 %, a single arena of
the allocator (\`MALLOC_ARENA_MAX=1\`) 8 %.`,
  },
  {
    findings: /^(create event, durable|create,|the same, \d+ writers)/,
    title: 'Creating events',
    because: `SQLite takes two fifths of the processor time, in 11 to 13 statements and the commit. The commit alone takes a quarter: ten
microseconds and two system calls for each page that it writes. Of an event without links these are 16, one for each index of the event, its changes,
the journal and the audit (18 until indexes of changes left public items out); of one with a venue, an organizer, two categories and three tags 29. The bare inserts write the same pages, but for the changes. Sending
and reading over HTTP takes a sixth. The rest is Fastify and the HTTP of the service, building statements, journal and audit, parsing, checking and composing
the args (a tenth), and representing the response (a twentieth). No function outside SQLite and sending takes three per cent. Copies of records of almost sixty columns took
a twentieth, since V8 takes up to ten times as long for several spreads as for each property by itself; they take half of that now.
For 0.35, all but the inserts would have to take half of the time. Writers that share a commit save the commit and the turns of the event loop: each still takes
three quarters of the processor time of a writer alone. A commit waits a tenth of a millisecond for this disk, so sharing it
can't multiply the throughput by four; it does where \`fsync\` takes 5 ms. What was tried gained nothing that could be measured: a checkpoint after 4,000 pages
instead of 1,000, UIDs in the order of time, inserts without the triggers of the text index, without the partial indexes or without foreign keys (in
SQLite alone 0.94 to 1.01 × the time).`,
  },
  {
    findings: /^update of one field/,
    title: 'Updating events',
    because: `SQLite takes two fifths of the processor time, in 12 statements and the commit, which writes 27 pages; the bare update has five statements. Ten of
the pages are those of the text indexes, which change with the title, as by the bare update: half of them of the titles, which have an index of
their own for searches by relevance since November 2026. Without that, SQLite alone takes 0.88 × the time; with changed texts noted first and indexed
many at a time, 0.84 ×, which is a twentieth of an update, while every search would have to leave out and read again what was noted, and no older program
could use the database. The other statements read the event and its links. The response contains all linked items: it is as large
as that of a create, and the rest of the time is spent as there.`,
  },
  {
    findings: /^create event with /,
    title: 'Deliveries beside writes',
    because: `Deliveries run on the same two cores as the service, the load and the receivers. They give way to writes: they rest nine
times as long as they work while the process writes.`,
  },
  {
    findings: /, list of a series: p/,
    title: 'Lists of a series',
    because: `Both calendars have 200 series, so that one of the large calendar has a hundred dates and its list ten events; one of the small
calendar has one.`,
  },
  {
    findings: /^two workers/,
    title: 'Two workers',
    because: `The load uses up to one of the two cores of the machine, and the workers share both with it.`,
  },
  {
    findings: /^import of/,
    title: 'Import',
    because: `All lines together need 2,600 statements (36,615 until November 2026, when each line looked up and wrote its rows by itself; with four fifths of
the processor time, the import took 3.3 to 3.8 s on a machine with other work). SQLite takes a fifth, most of it for the events with their ten indexes and
trigrams, and for commits. Reading the args takes an eighth and composing the columns a tenth, of both more than half for the HTML of descriptions; the garbage
collector takes an eighth. The start and the empty tables take a quarter of a second. The rest is spread over many functions.`,
  },
  {
    findings: /^memory when idle/,
    title: 'Memory when idle',
    because: `53 MiB of this are the program of Node.js and its libraries, which other processes share. V8 and the program take 24 MiB,
the text of the program and static files 7, what else Node.js and SQLite keep 13. Until the end of November 2026, V8 kept 20 MiB for young objects that
the start had needed, and the text of the program took two bytes for each letter and had the white space of its source: since then a start ends with a
collection that gives this memory back, and memory is 96 to 98 MiB on Node.js 24. On Node.js 20 and 22, V8 can't be asked for that.`,
  },
  {
    findings: /^the same: memory in the last third/,
    title: 'Memory of the mixed load',
    because: `It grows for a minute, while the caches fill, and then stays. A run of twenty seconds ends before; in one of
three minutes (\`npm run bench -- mixed --seconds 4.5\`), the last third takes 0.97 × the memory of the second, 234 MiB.`,
  },
  {
    findings: /^(start to ready|the first list among)/,
    title: 'A start with a million events',
    because: `The almanac is read before the service is ready: eleven numbers of each event. Two thirds of the time are
SQLite's, which writes them as texts from one index; parsing these takes a sixth, filling the columns a tenth, the orders by id and series another.
A text for each event instead of each column takes twice as long. Batches of 5,000 let other requests run in between, and the index keeps the table out of it.`,
  },
  {
    findings: /: total blocking time/,
    title: 'Blocking time of pages',
    because: `A page is blocked twice for more than 50 ms, on a phone that is four times slower than this machine: while
its styles are computed, and while it is laid out (100 to 160 ms each for the map, which has the most elements). Scripts take a few
milliseconds. The desk is blocked while it is first laid out and while its form is drawn: layout takes a fifth of the time, scripts a tenth, styles a
twentieth. On a machine whose cores other programs use, all of it takes two to four times as long. Leaving out what is below the window (\`content-visibility: auto\`) gained nothing that could be measured.`,
  },
  {
    findings: /^a page of 100 changes/,
    title: 'Pages of changes',
    because: `Half of them take half a millisecond, a third of it in SQLite. The slowest of a hundred are those during which V8 collects young objects, which takes
a tenth of the processor time and waits for its threads where other programs use the same cores: 2 ms on idle cores, 5 to 12 on a machine that was three
times slower.`,
  },
  {
    findings: /^1,000 open streams/,
    title: 'Open streams',
    because: `Of all that a server takes to open a thousand streams and to send to them, sending takes a sixth, the collector a tenth. Without a write, a stream is sent nothing but a comment every twenty seconds. A service without streams takes 0.9 % of a core: its
timers look ten times a second for what was written, and once a second for what is due. Eight seconds after the load has ended, V8 collects to
give memory back (\`--trace-gc\`): that takes 60 to 100 ms, a hundredth of the ten seconds that are measured, and happens once.`,
  },
  {
    findings: /: largest contentful paint/,
    title: 'The largest paint',
    because: `On idle cores, all pages of the calendar paint after 0.7 to 1.1 s. The page is there after 0.2 s (150 ms of latency), style, script
and font after 0.6 s: another 150 ms, and 36 kB that share 1.6 Mbit/s; the desk has more of them. Styles and layout take 0.1 to 0.2 s on a phone
that is four times slower than this machine, drawing as much. Other programs on the same cores make only this last part longer: 0.9 to 1.4 s in all.`,
  },
  {
    findings: /^(pages of the calendar|the desk, signing in): requests$/,
    title: 'Requests of pages',
    because: `A page of the calendar loads its style, its script and a font: its icons are drawn within it. Before the sign-in, the desk
loads two styles, a font, a script, the words of a language and the session. A run from before the end of November 2026 counted a file of
icons, too, and at the desk a dozen scripts and the parts of views.`,
  },
  {
    findings: /^an installation/,
    title: 'The size of an installation',
    because: `Half is \`@photostructure/sqlite\` (29 MB: compiled libraries of SQLite for six platforms, and its source), which only Node.js before
22.13 loads. The library that resizes images (libvips) takes 19 MB, the program with pages, desk and eight languages 10 MB.`,
  },
  {
    findings: /^(tribe\/events|tec)\/v1, /,
    title: 'Lists at an alias',
    because: `A list at an alias is made as one of the native API. At \`tec/v1\` its body is a sixth longer, since that API has some fields under
two names: it serves 0.83 to 0.9 × as many a second by processor time. A third is sending, as for the native API; translating the args takes a twentieth.`,
  },
  {
    findings: /^start to listening/,
    title: 'A start',
    because: `It takes 0.32 s of processor time, and 0.4 s on idle cores: a third to load and compile the modules, of which Node.js 22 and later keep
what was compiled, a quarter to build the application with its routes, a twelfth each for the database and Node.js itself.`,
  },
]
