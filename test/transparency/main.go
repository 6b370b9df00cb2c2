// Reads the sales log at an address with the packages of Go's checksum database, as any client of transparency logs may:
// every leaf and every head is proven, and the root is computed from the tiles too, because golang.org/x/mod before 0.40.0 leaves
// some full tiles unchecked (CVE-2026-56865).
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

var address, key = os.Args[1], os.Args[2]

func fetch(path string) []byte {
	answer, err := http.Get(address + path)
	check(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	check(err)
	if answer.StatusCode != 200 {
		log.Fatalf("%s: %s", path, answer.Status)
	}
	return body
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// head opens a checkpoint with the verifier key.
func head(path string) tlog.Tree {
	verifier, err := note.NewVerifier(key)
	check(err)
	opened, err := note.Open(fetch(path), note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		log.Fatalf("no head of %s: %q", verifier.Name(), opened.Text)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	tree := tlog.Tree{N: size}
	copy(tree.Hash[:], root)
	return tree
}

// tiles are read below /log/tile/, without the height that Go writes into their paths.
type tiles struct{}

func (tiles) Height() int                         { return 8 }
func (tiles) SaveTiles(_ []tlog.Tile, _ [][]byte) {}
func pathOf(tile tlog.Tile) string {
	return "/log/" + strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
}
func (tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range wanted {
		data = append(data, fetch(pathOf(tile)))
	}
	return data, nil
}

// entries are all leaves, from their bundles.
func entries(size int64) [][]byte {
	var leaves [][]byte
	for n := int64(0); n*256 < size; n++ {
		width := size - n*256
		if width > 256 {
			width = 256
		}
		bundle := fetch(strings.Replace(pathOf(tlog.Tile{H: 8, L: 0, N: n, W: int(width)}), "/tile/0/", "/tile/entries/", 1))
		for len(bundle) > 0 {
			length := binary.BigEndian.Uint16(bundle)
			leaves = append(leaves, bundle[2:2+length])
			bundle = bundle[2+length:]
		}
	}
	return leaves
}

func main() {
	newest := head("/log/checkpoint")
	leaves := entries(newest.N)
	if int64(len(leaves)) != newest.N {
		log.Fatalf("%d leaves, and the head covers %d", len(leaves), newest.N)
	}

	var stored []tlog.Hash
	own := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var hashes []tlog.Hash
		for _, index := range indexes {
			hashes = append(hashes, stored[index])
		}
		return hashes, nil
	})
	for n, leaf := range leaves {
		more, err := tlog.StoredHashes(int64(n), leaf, own)
		check(err)
		stored = append(stored, more...)
	}
	root, err := tlog.TreeHash(newest.N, own)
	check(err)
	if root != newest.Hash {
		log.Fatal("the root of the leaves is not that of the head")
	}
	for _, tile := range tlog.NewTiles(8, 0, newest.N) {
		data, err := tlog.ReadTileData(tile, own)
		check(err)
		if !bytes.Equal(data, fetch(pathOf(tile))) {
			log.Fatalf("%s is not the tile of the leaves", tile.Path())
		}
	}

	reader := tlog.TileHashReader(newest, tiles{})
	for n, leaf := range leaves {
		if n > 20 && n%37 != 0 && int64(n) < newest.N-20 {
			continue
		}
		proof, err := tlog.ProveRecord(newest.N, int64(n), reader)
		check(err)
		check(tlog.CheckRecord(proof, newest.N, newest.Hash, int64(n), tlog.RecordHash(leaf)))
	}
	for _, size := range os.Args[3:] {
		older := head("/log/checkpoint/" + size)
		proof, err := tlog.ProveTree(newest.N, older.N, reader)
		check(err)
		check(tlog.CheckTree(proof, newest.N, newest.Hash, older.N, older.Hash))
	}
	fmt.Printf("%d leaves and %d older heads are right\n", newest.N, len(os.Args)-3)
}
