// The kernels of a device: see package dense, type List, for what lies in memory, and docs/device.md.
//
// A group of SLOTS work items makes blocks of the lanes that a prefix leaves: the first queens of some
// items. A group of any number of work items counts the pairs of a block.

#define SLOTS 32
#define VALID 64
#define COLUMNS 65
#define HEADER 66
#define BLOCK (67 * SLOTS)
#define QUADS (SLOTS / 4)
#define STEPS 4   // lanes that a work item tests between barriers
#define QUEUE 256 // room for lanes left of one step and SLOTS before: a power of two
#define USED 2    // counts: tests, in two words, and the number of blocks of each pass

#ifdef QUEENS_PTX // generate.sh defines it; NVIDIA's compiler of OpenCL defines __NVPTX__, too
#define group_x() ((uint)__nvvm_read_ptx_sreg_ctaid_x())
#define group_y() ((uint)__nvvm_read_ptx_sreg_ctaid_y())
#define groups_x() ((uint)__nvvm_read_ptx_sreg_nctaid_x())
#define groups_y() ((uint)__nvvm_read_ptx_sreg_nctaid_y())
#define item_x() ((uint)__nvvm_read_ptx_sreg_tid_x())
#define items_x() ((uint)__nvvm_read_ptx_sreg_ntid_x())
#define meet() __nvvm_bar_sync(0)
#define ones(x) ((uint)__builtin_popcount(x))
#define add_to(p, x) ((uint)__nvvm_atom_add_gen_i((volatile int *)(p), (int)(x)))
__asm__(".extern .shared .align 16 .b8 queens_tables[];");
#define LOCAL
#define local_memory(type, name) \
	ulong name##_address; \
	__asm__("mov.u64 %0, queens_tables;" : "=l"(name##_address)); \
	local type *name = (local type *)name##_address
#else
#define group_x() ((uint)get_group_id(0))
#define group_y() ((uint)get_group_id(1))
#define groups_x() ((uint)get_num_groups(0))
#define groups_y() ((uint)get_num_groups(1))
#define item_x() ((uint)get_local_id(0))
#define items_x() ((uint)get_local_size(0))
#define meet() barrier(CLK_LOCAL_MEM_FENCE)
#define ones(x) popcount(x)
#define add_to(p, x) atomic_add(p, x)
#define LOCAL , local uint4 *local_words // aligned to 16 bytes
#define local_memory(type, name) local type *name = (local type *)local_words
#endif

// new_block returns the number of an empty block, which exists if it is less than capacity.
static inline uint new_block(volatile global uint *used, global uint *made, uint capacity)
{
	uint block = add_to(used, 1);
	if (block < capacity)
		made[(size_t)block * BLOCK + HEADER * SLOTS + 1] = 0;
	return block;
}

// blocks makes blocks of the lanes that a prefix leaves, for a part of the labels. A group takes the
// next block before it needs it; the last one may stay empty.
kernel void blocks(global const uint2 *keys, global const uint *starts, global const uint2 *prefixes,
	global uint *made, volatile global uint *counts, uint pass, uint first, uint labels, uint capacity LOCAL)
{
	local_memory(uint2, queue);
	volatile local uint *length = (volatile local uint *)(queue + QUEUE), *next = length + 1;
	uint item = item_x(), prefix = first + group_x(), part = (labels + groups_y() - 1) / groups_y();
	uint label = group_y() * part, last = label + part < labels ? label + part : labels;
	uint slot = SLOTS, block = capacity, begin = 0;
	uint2 used = prefixes[prefix];
	if (item == 0) {
		*length = 0;
		*next = new_block(counts + USED + pass, made, capacity);
	}
	meet();
	for (; label < last; label++) {
		for (uint i = starts[label], stop = starts[label + 1]; i < stop; i += STEPS * SLOTS) {
			uint2 tried[STEPS];
			_Pragma("unroll")
			for (uint step = 0; step < STEPS; step++) {
				uint at = i + step * SLOTS + item;
				tried[step] = keys[at < stop ? at : i];
			}
			_Pragma("unroll")
			for (uint step = 0; step < STEPS; step++) {
				uint met = (tried[step].x & used.x) | (tried[step].y & used.y);
				if (met == 0 && i + step * SLOTS + item < stop)
					queue[add_to(length, 1) % QUEUE] = tried[step];
			}
			meet();
			uint left = *length - begin, following = *next, took = 0;
			while (left >= SLOTS || (left > 0 && i + STEPS * SLOTS >= stop)) {
				if (slot == SLOTS) {
					block = following;
					slot = 0;
					took = 1;
				}
				uint filled = left < SLOTS ? left : SLOTS, rising = 0, falling = 0, valid = 0xffffffff >> (SLOTS - filled);
				_Pragma("unroll")
				for (uint j = 0; j < SLOTS; j++) {
					uint2 key = queue[(begin + j) % QUEUE]; // those after the filled ones are old
					rising = (key.x >> item) << 31 | rising >> 1;
					falling = (key.y >> item) << 31 | falling >> 1;
				}
				if (block < capacity) {
					global uint *to = made + (size_t)block * BLOCK + slot % QUADS * 4 + slot / QUADS;
					to[item * SLOTS] = rising & valid;
					to[(32 + item) * SLOTS] = falling & valid;
					if (item == 0) {
						to[VALID * SLOTS] = valid;
						to[COLUMNS * SLOTS] = label;
						made[(size_t)block * BLOCK + HEADER * SLOTS] = prefix;
						made[(size_t)block * BLOCK + HEADER * SLOTS + 1] = slot + 1;
					}
				}
				begin += filled;
				left -= filled;
				slot++;
			}
			meet(); // before the queue changes
			if (took != 0 && item == 0)
				*next = new_block(counts + USED + pass, made, capacity);
		}
	}
}

// line returns the lanes that leave a queen's diagonals free.
#define line(y, x) (~(block[((y) + (x) + sum) * QUADS + quad] | block[(32 + diff + (x) - (y)) * QUADS + quad]))

// lanes returns those that a table has for a record.
#define lanes(table) (*(local const uint4 *)(own + (record_##table) * 16))
#define record_0 (r.x & 0xffff)
#define record_1 (r.x >> 16)
#define record_2 (r.y & 0xffff)
#define record_3 (r.y >> 16)

// items counts the pairs of a job's items with the lanes of four slots.
#define items(fit) \
	_Pragma("unroll 2") \
	for (uint i = 0; i < job.y; i++) { \
		uint2 r = record[i]; \
		uint4 left = fit; \
		count.x += ones(left.x); \
		count.y += ones(left.y); \
		count.z += ones(left.z); \
		count.w += ones(left.w); \
	}

#define add_cell(part) \
	if (count.part != 0) \
		add_to(cell_row + column.part, count.part);

// pairs adds the pairs of the blocks of a pass to the matrix, but does nothing if there were not enough
// blocks. A work item has four slots, QUADS apart, so that neighbours add to neighbouring columns;
// QUADS of them have a job.
kernel void pairs(global const uint2 *records, global const uint4 *jobs, global const uint *firsts, global const uint4 *made,
	volatile global uint *counts, volatile global uint *matrix, uint lines, uint columns, uint sum, uint diff, uint stride,
	uint rows, uint pass, uint capacity LOCAL)
{
	local_memory(uint4, tables);
	uint quad = item_x() % QUADS, team = item_x() / QUADS, teams = items_x() / QUADS;
	local const uchar *own = (local const uchar *)(tables + quad);
	uint number = (ones(lines) + 1) / 2, used = counts[USED + pass];
	if (used > capacity)
		return;
	for (uint b = group_x(); b < used; b += groups_x()) {
		global const uint4 *block = made + (size_t)b * (BLOCK / 4);
		uint prefix = block[HEADER * QUADS].x, slots = block[HEADER * QUADS].y;
		if (slots == 0)
			continue; // so does all of the group
		uint4 valid = block[VALID * QUADS + quad];
		valid = (uint4)(quad < slots ? valid.x : 0, quad + QUADS < slots ? valid.y : 0,
			quad + 2 * QUADS < slots ? valid.z : 0, quad + 3 * QUADS < slots ? valid.w : 0);
		uint start = 0;
		for (uint left = lines; left != 0;) {
			uint y = ones((left & -left) - 1);
			left &= left - 1;
			if (left == 0) {
				for (uint x = team; x < columns; x += teams)
					tables[(start + x) * QUADS + quad] = valid & line(y, x);
				break;
			}
			uint other = ones((left & -left) - 1);
			left &= left - 1;
			for (uint i = team; i < columns * columns; i += teams)
				tables[(start + i) * QUADS + quad] = valid & line(y, i / columns) & line(other, i % columns);
			start += columns * columns;
		}
		if (lines == 0 && team == 0)
			tables[quad] = valid;
		meet();
		uint4 column = block[COLUMNS * QUADS + quad];
		uint end = firsts[prefix + 1], tests = 0;
		for (uint j = firsts[prefix] + team; j < end; j += teams) {
			uint4 job = jobs[j];
			if (job.z >= rows)
				break; // jobs have ascending rows
			global const uint2 *record = records + job.x;
			uint4 count = (uint4)(0, 0, 0, 0);
			if (number <= 1) {
				items(lanes(0))
			} else if (number == 2) {
				items(lanes(0) & lanes(1))
			} else if (number == 3) {
				items(lanes(0) & lanes(1) & lanes(2))
			} else {
				items(lanes(0) & lanes(1) & lanes(2) & lanes(3))
			}
			tests += job.y;
			volatile global uint *cell_row = matrix + (size_t)job.z * stride;
			add_cell(x)
			add_cell(y)
			add_cell(z)
			add_cell(w)
		}
		if (quad == 0 && tests != 0) {
			uint before = add_to(counts, tests);
			if (before + tests < before)
				add_to(counts + 1, 1);
		}
		meet(); // before the tables change
	}
}

// products writes six sums for each row: of the low and the high words of products of equal cells
// of both matrices in the columns below a bound, of those in the others, and of the cells of either.
kernel void products(global const uint *white, global const uint *black, global ulong *sums, uint stride, uint columns, uint below LOCAL)
{
	local_memory(ulong, parts);
	global const uint *a = white + (size_t)group_x() * stride, *b = black + (size_t)group_x() * stride;
	uint item = item_x(), items = items_x();
	ulong low[2] = {0, 0}, high[2] = {0, 0}, whites = 0, blacks = 0;
	for (uint i = item; i < columns; i += items) {
		ulong product = (ulong)a[i] * b[i];
		ulong lower = product & 0xffffffff, upper = product >> 32;
		low[0] += i < below ? lower : 0;
		high[0] += i < below ? upper : 0;
		low[1] += i < below ? 0 : lower;
		high[1] += i < below ? 0 : upper;
		whites += a[i];
		blacks += b[i];
	}
	parts[item] = low[0];
	parts[items + item] = high[0];
	parts[2 * items + item] = low[1];
	parts[3 * items + item] = high[1];
	parts[4 * items + item] = whites;
	parts[5 * items + item] = blacks;
	meet();
	if (item < 6) {
		ulong total = 0;
		for (uint i = 0; i < items; i++)
			total += parts[item * items + i];
		sums[group_x() * 6 + item] = total;
	}
}
