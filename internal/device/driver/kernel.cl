// The kernels of a device: see package matrix, type List, for what lies in memory, and doc.go.
//
// A group counts the pairs of one block: its work items are teams of SLOTS, and
// a work item has one slot. Words of tables that a team reads lie side by side.

#define SLOTS 32
#define VALID 64
#define COLUMNS 65
#define HEADER 66
#define BLOCK (67 * SLOTS)

#ifdef __NVPTX__
#define group_x() ((uint)__nvvm_read_ptx_sreg_ctaid_x())
#define group_y() ((uint)__nvvm_read_ptx_sreg_ctaid_y())
#define groups_y() ((uint)__nvvm_read_ptx_sreg_nctaid_y())
#define item_x() ((uint)__nvvm_read_ptx_sreg_tid_x())
#define items_x() ((uint)__nvvm_read_ptx_sreg_ntid_x())
#define meet() __nvvm_bar_sync(0)
#define ones(x) ((uint)__builtin_popcount(x))
#define add_to(p, x) __nvvm_atom_add_gen_i((volatile int *)(p), (int)(x))
__asm__(".extern .shared .align 16 .b8 queens_tables[];");
#define LOCAL
#define local_memory(type, name) \
	ulong name##_address; \
	__asm__("mov.u64 %0, queens_tables;" : "=l"(name##_address)); \
	local type *name = (local type *)name##_address
#else
#define group_x() ((uint)get_group_id(0))
#define group_y() ((uint)get_group_id(1))
#define groups_y() ((uint)get_num_groups(1))
#define item_x() ((uint)get_local_id(0))
#define items_x() ((uint)get_local_size(0))
#define meet() barrier(CLK_LOCAL_MEM_FENCE)
#define ones(x) popcount(x)
#define add_to(p, x) atomic_add(p, x)
#define LOCAL , local ulong *local_words
#define local_memory(type, name) local type *name = (local type *)local_words
#endif

// line returns the lanes that leave a queen's diagonals free.
#define line(row, column) (~(block[((row) + (column) + sum) * SLOTS + slot] | block[(32 + diff + (column) - (row)) * SLOTS + slot]))

// lanes returns those that a table has for a record.
#define lanes(table) (tables[(record_##table) * 4 + slot])
#define record_0 (r.x & 0xffff)
#define record_1 (r.x >> 16)
#define record_2 (r.y & 0xffff)
#define record_3 (r.y >> 16)

// items counts the pairs of a job's items with the slot's lanes.
#define items(fit) \
	_Pragma("unroll 4") \
	for (uint i = 0; i < job.y; i++) { \
		uint2 r = record[i]; \
		count += ones(fit); \
	}

// pairs adds the pairs of a block, of the jobs that its part of the groups takes, to the matrix.
kernel void pairs(global const uint2 *records, global const uint4 *jobs, global const uint *cells, global const uint *blocks,
	global uint *matrix, uint lines, uint columns, uint sum, uint diff, uint stride, uint rows, uint wanted LOCAL)
{
	local_memory(uint, tables);
	global const uint *block = blocks + (size_t)group_x() * BLOCK;
	uint cell = block[HEADER * SLOTS], first = cells[cell], end = block[HEADER * SLOTS + 1] < wanted ? cells[cell + 1] : 0;
	uint slot = item_x() % SLOTS, team = item_x() / SLOTS, teams = items_x() / SLOTS;
	uint valid = block[VALID * SLOTS + slot];
	uint number = (ones(lines) + 1) / 2, start = 0;
	for (uint left = first < end ? lines : 0; left != 0;) {
		uint a = ones((left & -left) - 1);
		left &= left - 1;
		if (left == 0) {
			for (uint i = team; i < columns; i += teams)
				tables[(start + i) * SLOTS + slot] = valid & line(a, i);
			break;
		}
		uint b = ones((left & -left) - 1);
		left &= left - 1;
		for (uint i = team; i < columns * columns; i += teams)
			tables[(start + i) * SLOTS + slot] = valid & line(a, i / columns) & line(b, i % columns);
		start += columns * columns;
	}
	if (lines == 0 && team == 0)
		tables[slot] = valid;
	meet(); // all of the group, whether the block is wanted or not
	uint column = block[COLUMNS * SLOTS + slot];
	for (uint j = first + group_y() * teams + team; j < end; j += groups_y() * teams) {
		uint4 job = jobs[j];
		if (job.z >= rows)
			continue;
		global const uint2 *record = records + job.x;
		uint count = 0;
		if (number <= 1) {
			items(lanes(0))
		} else if (number == 2) {
			items(lanes(0) & lanes(1))
		} else if (number == 3) {
			items(lanes(0) & lanes(1) & lanes(2))
		} else {
			items(lanes(0) & lanes(1) & lanes(2) & lanes(3))
		}
		if (count != 0)
			add_to(matrix + (size_t)job.z * stride + column, count);
	}
}

// products writes four sums for each row: of the products of equal cells of both matrices in the columns below
// a bound, in the others, and of the cells of either.
kernel void products(global const uint *white, global const uint *black, global ulong *sums, uint stride, uint columns, uint below LOCAL)
{
	local_memory(ulong, parts);
	global const uint *a = white + (size_t)group_x() * stride, *b = black + (size_t)group_x() * stride;
	uint item = item_x(), items = items_x();
	ulong low = 0, high = 0, whites = 0, blacks = 0;
	for (uint i = item; i < columns; i += items) {
		ulong product = (ulong)a[i] * b[i];
		low += i < below ? product : 0;
		high += i < below ? 0 : product;
		whites += a[i];
		blacks += b[i];
	}
	parts[item] = low;
	parts[items + item] = high;
	parts[2 * items + item] = whites;
	parts[3 * items + item] = blacks;
	meet();
	if (item < 4) {
		ulong total = 0;
		for (uint i = 0; i < items; i++)
			total += parts[item * items + i];
		sums[group_x() * 4 + item] = total;
	}
}
